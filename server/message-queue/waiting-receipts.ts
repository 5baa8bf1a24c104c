import { MINUTE_MS } from '#contract/time.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { readChannel } from './channel.ts'
import { enqueueMessages } from './enqueue.ts'

/** How long a receipt must wait before the customer gets a message about it, in milliseconds. */
const PATIENCE_MS = 30 * MINUTE_MS
/** Maximum per customer. Further reports are ignored, because one message is enough. */
const REPORTS_MAX = 40

const DISCARDED = 'the phone does not send the receipt any more'

type Report = { readonly waiting: readonly string[]; readonly discarded: readonly string[] }

/** `report` lists idempotency keys. If a receipt arrives before its message is sent, the message is dropped. */
export async function reportWaiting(db: Db, customerId: string, report: Report, now: number): Promise<void> {
  const reports = await countOf(
    db
      .selectFrom('message')
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'receipt-waiting')
      .where('state', '=', 'waiting'),
  )
  const messages = report.waiting.slice(0, Math.max(0, REPORTS_MAX - reports)).map(subject => ({
    kind: 'receipt-waiting' as const,
    subject,
    customer_id: customerId,
    dueAt: now + PATIENCE_MS,
  }))
  await reviveDiscarded(db, messages, now)
  await enqueueMessages(db, messages, now)
  if (report.discarded.length === 0) return
  await db
    .updateTable('message')
    .set({ state: 'dropped', reason: DISCARDED, settled_at: now })
    .where('kind', '=', 'receipt-waiting')
    .where('customer_id', '=', customerId)
    .where('subject', 'in', [...report.discarded])
    .where('state', '=', 'waiting')
    .where('unsure', '=', 0)
    .execute()
}

type Waiting = Pick<Tables['message'], 'subject' | 'customer_id'> & { readonly dueAt: number }

/** Restores messages about discarded receipts whose job the phone sends after all. */
async function reviveDiscarded(db: Db, messages: readonly Waiting[], now: number): Promise<void> {
  if (!(await readChannel(db))) return
  for (const { subject, customer_id, dueAt } of messages)
    await db
      .updateTable('message')
      .set({ state: 'waiting', reason: null, settled_at: null, not_before: dueAt, created_at: now })
      .where('kind', '=', 'receipt-waiting')
      .where('subject', '=', subject)
      .where('customer_id', '=', customer_id)
      .where('state', '=', 'dropped')
      .where('reason', '=', DISCARDED)
      .execute()
}
