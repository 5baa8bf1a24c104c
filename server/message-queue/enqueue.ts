import { messageKind } from '#contract/message-groups.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { readChannel } from './channel.ts'
import { decisionSubject } from './subjects.ts'

/** How long a decision can be undone before the customer gets the message, in milliseconds. */
export const UNDO_MS = MINUTE_MS

type Message = Pick<Tables['message'], 'kind' | 'subject' | 'customer_id'> & {
  readonly dueAt: number
}

/**
 * Must run in the same transaction as the event that causes the messages. Returns the number of new messages, skipping
 * those that already exist in any state.
 */
export async function enqueueMessages(db: Db, messages: readonly Message[], now: number): Promise<number> {
  if (messages.length === 0 || !(await readChannel(db))) return 0
  const rows = messages.map(({ dueAt, ...message }) => ({
    ...message,
    state: 'waiting' as const,
    not_before: dueAt,
    attempts: 0,
    retry_key: null,
    key_at: null,
    unsure: 0,
    reason: null,
    digest_lead: null,
    is_shared: messageKind(message.kind).isShared ? 1 : 0,
    is_alone: 0,
    multicast_id: null,
    created_at: now,
    settled_at: null,
  }))
  const inserted = await db
    .insertInto('message')
    .values(rows)
    .onConflict(conflict => conflict.columns(['kind', 'subject', 'customer_id']).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0n)
}

type Decided = Pick<Tables['receipt'], 'id' | 'customer_id' | 'version'>

/** Must run in the same transaction as the decision. `decided` is the receipt after the decision. */
export async function enqueueDecision(
  db: Db,
  kind: 'receipt-approved' | 'receipt-rejected',
  decided: Decided,
  now: number,
): Promise<void> {
  const { customer_id } = decided
  await enqueueMessages(
    db,
    [{ kind, subject: decisionSubject(decided), customer_id, dueAt: now + UNDO_MS }],
    now,
  )
}
