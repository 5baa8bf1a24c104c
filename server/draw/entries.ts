import { sql } from 'kysely'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'
import { createListHash, customerHash, type Entry } from './scheme.ts'

/** Tickets per query, so that millions of tickets need little memory and no long query. */
const PAGE = 10_000

/** Number of hashed tickets between two progress reports. In between, the server answers no other calls. */
const STEP = 1000

type Step = (count: number) => unknown
export type ListedTicket = Entry & { readonly customerId: string }

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
      yield { ticketNo, customerId, customer: customerHash(drawId, customerId), number }
    }
    last = rows.at(-1)?.ticket_id ?? ''
    if (rows.length < PAGE) return
  }
}

/**
 * Copies every valid ticket into the draw's list, except those of blocked customers. Later changes to tickets do not
 * affect the list.
 */
export async function copyTickets(db: Db, drawId: string, step: Step): Promise<void> {
  await db.deleteFrom('draw_entry').where('draw_id', '=', drawId).execute()
  let last = ''
  for (;;) {
    const valid = db
      .selectFrom('ticket')
      .select('id')
      .where('state', '=', 'valid')
      .where('id', '>', last)
      .orderBy('id')
    const upper = await valid
      .limit(1)
      .offset(PAGE - 1)
      .executeTakeFirst()
    const copied = await db
      .insertInto('draw_entry')
      .columns(['draw_id', 'ticket_id', 'customer_id', 'no'])
      .expression(eb => {
        const rest = eb
          .selectFrom('ticket')
          .select([sql<string>`cast(${drawId} as text)`.as('draw_id'), 'id', 'customer_id', 'no'])
          .where('state', '=', 'valid')
          .where('id', '>', last)
          .where('customer_id', 'not in', eb.selectFrom('block').select('block.customer_id'))
        return upper ? rest.where('id', '<=', upper.id) : rest
      })
      .executeTakeFirst()
    await step(Number(copied.numInsertedOrUpdatedRows ?? 0n))
    if (!upper) return
    last = upper.id
  }
}

/** Returns the hash and the length of the draw's list. */
export async function hashList(db: Db, drawId: string, step: Step) {
  const list = createListHash()
  let waiting = 0
  for await (const entry of sealedTickets(db, drawId)) {
    list.add(entry)
    waiting += 1
    if (waiting < STEP) continue
    await step(waiting)
    waiting = 0
  }
  await step(waiting)
  return list.end()
}
