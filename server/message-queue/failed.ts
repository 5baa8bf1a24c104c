import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { Db } from '#server/store/tables.ts'

const PAGE = 100

/** Returns a page of the messages that failed permanently, newest first, with the customers' names. */
export async function failedPage(db: Db, after: number): Promise<DeskAnswer<'failedMessages'>> {
  const dead = db.selectFrom('message').where('message.state', '=', 'dead')
  const kinds = await dead
    .select(eb => ['message.kind', eb.fn.countAll<number>().as('count')])
    .groupBy('message.kind')
    .execute()
  const rows = await dead
    .innerJoin('customer', 'customer.id', 'message.customer_id')
    .select(['message.kind', 'message.customer_id', 'message.settled_at', 'message.created_at'])
    .select(['message.unsure', 'message.reason', 'customer.first_name', 'customer.last_name'])
    .orderBy('message.not_before', 'desc')
    .orderBy('message.customer_id')
    .orderBy('message.kind')
    .orderBy('message.subject')
    .offset(after)
    .limit(PAGE + 1)
    .execute()
  return {
    kinds: kinds.map(({ kind, count }) => ({ kind, count: Number(count) })),
    messages: rows.slice(0, PAGE).map(row => ({
      kind: row.kind,
      customerId: row.customer_id,
      name: [row.first_name, row.last_name].filter(part => part !== null).join(' '),
      at: row.settled_at ?? row.created_at,
      unsure: row.unsure === 1,
      reason: row.reason ?? '',
    })),
    next: rows.length > PAGE ? after + PAGE : null,
  }
}
