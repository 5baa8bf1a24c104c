import { messageRules } from '#campaign/message-rules.ts'
import { receiptRow } from '#server/campaign/receipts/read.ts'
import { decisionSubject } from '#server/message-queue/subjects.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { whyNot } from './compose.ts'
import { leadOf } from './request.ts'

type Row = Tables['message']

const digestKinds = { 'receipt-approved': 'approved', 'receipt-rejected': 'rejected' } as const
const isDigestible = (kind: string): kind is keyof typeof digestKinds => kind in digestKinds

/** Call this only if it is certain that LINE does not have the digest. */
export async function dissolveDigest(db: Db, lead: Row): Promise<void> {
  await db
    .updateTable('message')
    .set({ digest_lead: null })
    .where('customer_id', '=', lead.customer_id)
    .where('digest_lead', '=', leadOf(lead))
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Adds other decisions about the customer's receipts to this message and returns them. The caller must have locked the
 * customer and must claim the message in the same transaction, so that a retry sends the same digest with the same key.
 */
export async function formDigest(db: Db, lead: Row, now: number): Promise<readonly Row[]> {
  if (!isDigestible(lead.kind) || lead.is_alone === 1 || !(await isTrue(db, lead))) return []
  const waiting = await db
    .selectFrom('message')
    .selectAll()
    .where('customer_id', '=', lead.customer_id)
    .where('kind', 'in', Object.keys(digestKinds) as (keyof typeof digestKinds)[])
    .where('state', '=', 'waiting')
    .where('unsure', '=', 0)
    .where('is_alone', '=', 0)
    .where('digest_lead', 'is', null)
    .where('not_before', '<=', now)
    .where(eb => eb.not(eb.and([eb('kind', '=', lead.kind), eb('subject', '=', lead.subject)])))
    .orderBy('created_at')
    .orderBy('subject')
    .limit(messageRules.digestMax - 1)
    .execute()
  const others: Row[] = []
  for (const row of waiting) {
    if (!(await isTrue(db, row)) || (await whyNot(db, row, { now, isTrue: true })) !== null) continue
    await db
      .updateTable('message')
      .set({ digest_lead: leadOf(lead) })
      .where('kind', '=', row.kind)
      .where('subject', '=', row.subject)
      .where('customer_id', '=', row.customer_id)
      .execute()
    others.push(row)
  }
  return others
}

export async function currentOf(db: Db, rows: readonly Row[]): Promise<readonly Row[]> {
  const current: Row[] = []
  for (const row of rows) if (await isTrue(db, row)) current.push(row)
  return current
}

async function isTrue(db: Db, { kind, subject }: Row): Promise<boolean> {
  const receipt = await receiptRow(db, subject.split(':')[0] ?? '')
  return (
    receipt !== undefined &&
    isDigestible(kind) &&
    receipt.status === digestKinds[kind] &&
    decisionSubject(receipt) === subject
  )
}
