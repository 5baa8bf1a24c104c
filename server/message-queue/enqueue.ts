import { MINUTE_MS } from '#contract/time.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { readChannel } from './channel.ts'

/** How long a message about a decision waits, in milliseconds, so that the reviewer can undo the decision. */
const UNDO_MS = MINUTE_MS

type Decided = Pick<Tables['receipt'], 'id' | 'customer_id' | 'version'>

/** Returns the subject of the message about a decision. */
export const subjectOf = ({ id, version }: Pick<Decided, 'id' | 'version'>): string => `${id}:${version}`

/**
 * Enqueues the message about a decision on a receipt, in the transaction of the decision. `decided` is the receipt after the
 * decision. Does nothing if messages are off, or if the message exists.
 */
export async function enqueueDecision(
  db: Db,
  kind: 'receipt-approved' | 'receipt-rejected',
  decided: Decided,
  now: number,
): Promise<void> {
  if (!(await readChannel(db))) return
  await db
    .insertInto('message')
    .values({
      kind,
      subject: subjectOf(decided),
      customer_id: decided.customer_id,
      state: 'waiting',
      not_before: now + UNDO_MS,
      attempts: 0,
      retry_key: null,
      key_at: null,
      unsure: 0,
      reason: null,
      created_at: now,
      settled_at: null,
    })
    .onConflict(conflict => conflict.columns(['kind', 'subject', 'customer_id']).doNothing())
    .execute()
}
