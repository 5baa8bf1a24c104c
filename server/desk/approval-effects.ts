import { type ActionInput, type ApprovedActionName, approvedActions } from '#contract/actions.ts'
import type { DeskAction } from '#contract/approvals.ts'
import type { ApprovalEffect } from '#contract/desk/approval-effects.ts'
import { DAY_MS } from '#contract/time.ts'
import { placesOf, prizesOf } from '#server/campaign/prizes.ts'
import { currentDraw, type DrawRow } from '#server/draw/current.ts'
import { promotionPlan } from '#server/draw/promote.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { countValid } from '#server/draw/seal.ts'
import { exportTables } from '#server/exports/tables.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { cacheOf } from './numbers-cache.ts'

type At = {
  readonly now: number
  /** When the request was made, in milliseconds since 1970. An exported table has the rows of this moment. */
  readonly askedAt: number
}
type Effects = Promise<readonly ApprovalEffect[]>

const effect = (
  kind: ApprovalEffect['kind'],
  { count = null, text = null, isWarning = false }: Partial<ApprovalEffect>,
): ApprovalEffect => ({ kind, count, text, isWarning })

const counted = (kind: ApprovalEffect['kind'], count: number): ApprovalEffect => effect(kind, { count })

/** A number that the approver should notice; nothing if it is 0. */
const warned = (kind: ApprovalEffect['kind'], count: number): ApprovalEffect[] =>
  count > 0 ? [effect(kind, { count, isWarning: true })] : []

/** What each action would do now. The compiler reports an action that has no entry. */
const effects: { readonly [N in ApprovedActionName]: (db: Db, input: ActionInput<N>, at: At) => Effects } = {
  eraseCustomer: (db, { customerId }) => ofCustomer(db, customerId, 'entries'),
  exportCustomer: (db, { customerId }) => ofCustomer(db, customerId, 'photos'),

  exportTable: async (db, { table }, { askedAt }) => [
    counted('rows', await exportTables[table].count(db, askedAt)),
  ],

  async exportSlips(db) {
    const { draw } = await currentDraw(db)
    return draw.entries_count === null ? [] : [counted('rows', draw.entries_count)]
  },

  commitDraw: async db => prizesIn((await currentDraw(db)).draw),

  async sealDraw(db, { leavePending }) {
    const pending = await countOf(db.selectFrom('receipt').where('status', '=', 'pending'))
    return [counted('entries', await countValid(db)), ...(leavePending ? warned('left-out', pending) : [])]
  },

  async runDraw(db, _input, { now }) {
    const { draw } = await currentDraw(db)
    const { seats } = placesOf(prizesOf(draw.prizes))
    return [...prizesIn(draw), ...warned('undrawn', seats - (await entrantsOf(db, draw, now)))]
  },

  async importDraw(db, { tickets }) {
    const { draw } = await currentDraw(db)
    const { seats } = placesOf(prizesOf(draw.prizes))
    return [...prizesIn(draw), ...warned('undrawn', seats - tickets.length)]
  },

  async announceDraw(db) {
    const { draw } = await currentDraw(db)
    const drawn = db.selectFrom('draw_winner').where('draw_id', '=', draw.id)
    const { seats } = placesOf(prizesOf(draw.prizes))
    const winners = await countOf(drawn.where('reserve', '=', 0))
    return [
      counted('winners', winners),
      counted('reserves', await countOf(drawn.where('reserve', '=', 1))),
      ...warned('undrawn', seats - winners),
    ]
  },

  async promoteReserves(db, _input, { now }) {
    const { vacant, expiring, promotes } = await promotionPlan(db, now)
    return [
      counted('promotes', promotes),
      ...warned('expiring', expiring),
      ...warned('vacant', vacant - promotes),
    ]
  },

  // The request itself names the person and the role.
  giveManagerAccess: async () => [],
  takeManagerAccess: async () => [],
}

const nameOf = new Map(
  Object.entries(approvedActions).map(([name, row]) => [row.approval as string, name as ApprovedActionName]),
)

/** Returns what a request would do if it were carried out now. Empty if there is no draw. */
export async function effectsOf(db: Db, input: DeskAction, at: At): Effects {
  const name = nameOf.get(input.action)
  if (name === undefined) throw new Error(`${input.action}: no such action`)
  const run = effects[name] as (db: Db, input: DeskAction, at: At) => Effects
  return run(db, input, at).catch(error => {
    if (error instanceof DrawRefusal && error.code === 'NO_DRAW') return []
    throw error
  })
}

/** Identifies what an approver reads: the request and its effects. */
export const seenOf = (input: DeskAction, effects: readonly ApprovalEffect[]): string =>
  sha256Hex(canonicalJson({ input, effects }))

async function ofCustomer(db: Db, id: string, more: 'photos' | 'entries'): Effects {
  const customer = await db
    .selectFrom('customer')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst()
  const name = [customer?.first_name, customer?.last_name].filter(part => part).join(' ')
  const tickets = db.selectFrom('ticket').where('customer_id', '=', id).where('state', '=', 'valid')
  const won = db.selectFrom('draw_winner').where('customer_id', '=', id)
  return [
    ...(name === '' ? [] : [effect('customer', { text: name })]),
    counted('receipts', await countOf(db.selectFrom('receipt').where('customer_id', '=', id))),
    more === 'photos'
      ? counted('photos', await countOf(db.selectFrom('image').where('customer_id', '=', id)))
      : counted('entries', await countOf(tickets)),
    ...(more === 'entries' ? warned('winner', await countOf(won)) : []),
  ]
}

function prizesIn(draw: DrawRow): ApprovalEffect[] {
  const prizes = prizesOf(draw.prizes)
  const { seats, reserves } = placesOf(prizes)
  const names = prizes.filter(prize => !prize.reserve).map(prize => `${prize.count} × ${prize.titleTh}`)
  return [effect('prizes', { count: seats, text: names.join(' · ') }), counted('reserves', reserves)]
}

/** Returns the number of different customers on the sealed list, which never changes. */
async function entrantsOf(db: Db, { id, entries_hash }: DrawRow, now: number): Promise<number> {
  if (entries_hash === null) return 0
  const { value } = await cacheOf(db).get(`entrants ${id} ${entries_hash}`, DAY_MS, now, async () => {
    const row = await db
      .selectFrom('draw_entry')
      .select(eb => eb.fn.count<number | string>('customer_id').distinct().as('people'))
      .where('draw_id', '=', id)
      .executeTakeFirstOrThrow()
    return Number(row.people)
  })
  return value
}
