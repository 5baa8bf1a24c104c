import { sql } from 'kysely'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'
import { type DrawRow, promiseLine } from './current.ts'
import { createListHash, customerHash, type Entry, type Formula } from './scheme.ts'

const PAGE = 10_000

/** Tickets per copying statement. Customers' writes wait for the statement. */
const RANGE = 5000

/** Tickets hashed between two progress reports, during which the server handles no other calls. */
const STEP = 1000

type Step = (count: number) => unknown
export type ListedTicket = Entry & { readonly customerId: string; readonly no: number | null }

/** Yields the tickets of the sealed list, sorted by id. */
export async function* sealedTickets(db: Db, drawId: string): AsyncGenerator<ListedTicket> {
  const { ticket_prefix: prefix } = await readCampaign(db)
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('draw_entry')
      .select(['ticket_id', 'customer_id', 'no'])
      .where('draw_id', '=', drawId)
      .where('ticket_id', '>', last)
      .orderBy('ticket_id')
      .limit(PAGE)
      .execute()
    for (const { ticket_id: ticketNo, customer_id: customerId, no } of rows) {
      const number = no === null ? null : ticketNumberOf(prefix, no)
      yield { ticketNo, customerId, customer: customerHash(drawId, customerId), number, no }
    }
    last = rows.at(-1)?.ticket_id ?? ''
    if (rows.length < PAGE) return
  }
}

/**
 * Replaces the draw's list with every valid ticket, except the tickets of blocked customers. Later changes to tickets
 * do not affect the list.
 */
export async function copyTickets(db: Db, drawId: string, step: Step): Promise<void> {
  await db.deleteFrom('draw_entry').where('draw_id', '=', drawId).execute()
  await addTickets(db, drawId, step)
}

export async function addTickets(db: Db, drawId: string, step: Step): Promise<number> {
  let added = 0
  for await (const range of ticketRanges(db)) {
    added += await copyRange(db, drawId, range)
    await step(range.count)
  }
  return added
}

/** Ids above `after`, up to and including `upto`. The last range has no end (null). */
type TicketRange = { readonly after: string; readonly upto: string | null; readonly count: number }

export async function* ticketRanges(db: Db): AsyncGenerator<TicketRange> {
  let after = ''
  for (;;) {
    const page = db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', 'valid')
      .where('id', '>', after)
      .orderBy('id')
      .limit(RANGE)
    const { count, upto } = await db
      .selectFrom(page.as('page'))
      .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('upto')])
      .executeTakeFirstOrThrow()
    const isLast = Number(count) < RANGE
    yield { after, upto: isLast ? null : upto, count: Number(count) }
    if (isLast) return
    after = upto
  }
}

export async function copyRange(db: Db, drawId: string, { after, upto }: TicketRange): Promise<number> {
  const copied = await db
    .insertInto('draw_entry')
    .columns(['draw_id', 'ticket_id', 'customer_id', 'no'])
    .expression(eb => {
      const rest = eb
        .selectFrom('ticket')
        .select([sql<string>`cast(${drawId} as text)`.as('draw_id'), 'id', 'customer_id', 'no'])
        .where('state', '=', 'valid')
        .where('id', '>', after)
        .where('customer_id', 'not in', eb.selectFrom('block').select('block.customer_id'))
      return upto === null ? rest : rest.where('id', '<=', upto)
    })
    .onConflict(conflict => conflict.columns(['draw_id', 'ticket_id']).doNothing())
    .executeTakeFirst()
  return Number(copied.numInsertedOrUpdatedRows ?? 0n)
}

/** Removes tickets that are no longer valid, or belong to blocked customers, from the draw's list. */
export async function removeInvalid(db: Db, drawId: string, { after, upto }: TicketRange): Promise<void> {
  let entries = db.deleteFrom('draw_entry').where('draw_id', '=', drawId).where('ticket_id', '>', after)
  if (upto !== null) entries = entries.where('ticket_id', '<=', upto)
  await entries
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ticket')
            .select('ticket.id')
            .whereRef('ticket.id', '=', 'draw_entry.ticket_id')
            .where('ticket.state', '=', 'valid')
            .where('ticket.customer_id', 'not in', selectFrom('block').select('block.customer_id')),
        ),
      ),
    )
    .execute()
}

/** True if the sealed list contains ticket numbers. Lists from the first release do not. */
export async function isNumbered(db: Db, drawId: string): Promise<boolean> {
  const entry = await db
    .selectFrom('draw_entry')
    .select('no')
    .where('draw_id', '=', drawId)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined && entry.no !== null
}

/** Lists from earlier releases do not state their formula. */
export const formulaOfDraw = async (db: Db, draw: DrawRow): Promise<Formula> =>
  draw.formula === 3 ? 3 : (await isNumbered(db, draw.id)) ? 2 : 1

/** Returns the hash and length of the draw's list. Calls `add` with every ticket. */
export async function hashList(db: Db, draw: DrawRow, step: Step, add?: (ticket: ListedTicket) => void) {
  const list = createListHash(promiseLine(draw))
  let waiting = 0
  for await (const entry of sealedTickets(db, draw.id)) {
    list.add(entry)
    add?.(entry)
    waiting += 1
    if (waiting < STEP) continue
    await step(waiting)
    waiting = 0
  }
  await step(waiting)
  return list.end()
}
