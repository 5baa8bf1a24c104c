import { drawSteps } from '#contract/desk/draw-steps.ts'
import { may, type Permission } from '#contract/desk/roles.ts'
import { DRAW_DAYS, FAILED_DAYS, STOCK_DAYS, type ToDoItem } from '#contract/desk/to-do.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { DAY_MS } from '#contract/time.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { drawStatus } from '#server/draw/status.ts'
import { countDisagreements } from '#server/review/disagreements.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { countWinners } from '#server/winners/list.ts'
import { countDecidable, countFiles } from './approvals.ts'
import { cacheOf, KEEP_MS } from './numbers-cache.ts'
import type { Person } from './people.ts'

type Part = {
  readonly who: Permission
  readonly items: (db: Db, now: number) => Promise<readonly ToDoItem[]>
}

/** In the order of the page. Everyone with the permission gets the same items, which are at most half a minute old. */
const shared: readonly Part[] = [
  { who: 'review', items: receipts },
  { who: 'review-settle', items: counted('disagreements', countDisagreements) },
  { who: 'draw', items: drawStep },
  { who: 'customers-change', items: winnersThat('not-told') },
  { who: 'customers-change', items: winnersThat('to-ship') },
  { who: 'customers-change', items: winnersThat('tax-open') },
  { who: 'customers-change', items: counted('messages', countFailed) },
  { who: 'set-up', items: stock },
]

/** Returns the tasks that are waiting for a person. Approvals depend on the person, so each call counts them. */
export async function toDoOf(db: Db, person: Person, now: number): Promise<DeskAnswer<'toDo'>> {
  const { at, value } = await cacheOf(db).get('to-do', KEEP_MS.now, now, async () => {
    const found: (readonly ToDoItem[])[] = []
    for (const { items } of shared) found.push(await items(db, now))
    return found
  })
  const approvals = may(person.role, 'approve') ? await countDecidable(db, person, now) : 0
  const files = await countFiles(db, person, now)
  return {
    countedAt: at,
    items: [
      ...(approvals > 0 ? [{ about: 'approvals' as const, count: approvals }] : []),
      ...(files > 0 ? [{ about: 'files' as const, count: files }] : []),
      ...shared.flatMap(({ who }, index) => (may(person.role, who) ? (value[index] ?? []) : [])),
    ],
  }
}

type Counted = 'disagreements' | 'messages' | 'not-told' | 'to-ship' | 'tax-open'

function counted(about: Counted, count: (db: Db, now: number) => Promise<number>): Part['items'] {
  return async (db, now) => {
    const found = await count(db, now)
    return found === 0 ? [] : [{ about, count: found }]
  }
}

function winnersThat(show: 'not-told' | 'to-ship' | 'tax-open'): Part['items'] {
  return counted(show, (db, now) => orNoDraw(countWinners(db, show, now), 0))
}

/** A campaign without a draw has neither winners nor steps. */
const orNoDraw = <T, E>(answer: Promise<T>, none: E): Promise<T | E> =>
  answer.catch(error => {
    if (error instanceof DrawRefusal && error.code === 'NO_DRAW') return none
    throw error
  })

async function receipts(db: Db, now: number): Promise<readonly ToDoItem[]> {
  const pending = () => db.selectFrom('receipt').where('status', '=', 'pending')
  const oldest = await pending().select('created_at').orderBy('created_at').limit(1).executeTakeFirst()
  if (!oldest) return []
  const { review_days: days } = await readCampaign(db)
  const late = days === null ? 0 : await countOf(pending().where('created_at', '<', now - days * DAY_MS))
  return [{ about: 'receipts', count: await countOf(pending()), oldestAt: oldest.created_at, days, late }]
}

/** Uses `not_before`, which is indexed: in a failed message, the end of the last attempt's lease, minutes later. */
function countFailed(db: Db, now: number): Promise<number> {
  const failed = db.selectFrom('message').where('state', '=', 'dead')
  return countOf(failed.where('not_before', '>', now - FAILED_DAYS * DAY_MS))
}

async function stock(db: Db, now: number): Promise<readonly ToDoItem[]> {
  if (campaignState(await readCampaign(db), now) !== 'open') return []
  const kinds = await db
    .selectFrom('reward_kind')
    .innerJoin('reward_stock', 'reward_stock.reward_type', 'reward_kind.reward_type')
    .select(['reward_kind.reward_type', 'title_th', 'title_en', 'reward_stock.remaining'])
    .orderBy('position')
    .execute()
  const items: ToDoItem[] = []
  for (const { reward_type: type, title_th: th, title_en: en, remaining: left } of kinds) {
    const uses = db
      .selectFrom('reward_use')
      .where('reward_type', '=', type)
      .where('used_at', '>', now - STOCK_DAYS * DAY_MS)
    const used = await countOf(uses)
    if (left <= used) items.push({ about: 'stock', title: { th, en: en ?? th }, left, used })
  }
  return items
}

async function drawStep(db: Db, now: number): Promise<readonly ToDoItem[]> {
  const draw = await orNoDraw(drawStatus(db, now, false), null)
  if (draw === null) return []
  const step = drawSteps(draw, draw.byHand).find(({ isDone }) => !isDone)?.name
  switch (step) {
    case 'commit':
    case 'seal':
      return dueSoon(step, draw.closesAt, now)
    case 'run':
      return dueSoon(step, draw.byHand ? null : draw.beaconAt, now)
    case 'announce':
      return dueSoon(step, draw.announceAt, now)
    case 'reserves':
      return (draw.promotion?.promotes ?? 0) > 0 ? dueSoon(step, null, now) : []
    default:
      return []
  }
}

function dueSoon(
  step: Extract<ToDoItem, { about: 'draw' }>['step'],
  at: number | null,
  now: number,
): readonly ToDoItem[] {
  return at !== null && at > now + DRAW_DAYS * DAY_MS ? [] : [{ about: 'draw', step, at }]
}
