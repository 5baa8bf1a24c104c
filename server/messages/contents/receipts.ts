import type { Lang } from '#contract/languages.ts'
import { DAY_MS } from '#contract/time.ts'
import { campaignState, isGraceDay, readCampaign } from '#server/campaign/clock.ts'
import { receiptRow, showReceipt } from '#server/campaign/receipts/read.ts'
import { decisionSubject } from '#server/message-queue/subjects.ts'
import { type Content, type ContentOf, plain } from '../content.ts'
import { correctionLines } from '../correction-lines.ts'

const receiptApproved: ContentOf = async (db, row) => {
  const receipt = await receiptRow(db, row.subject.split(':')[0] ?? '')
  if (!receipt) return null
  const shown = await showReceipt(db, receipt)
  const values = { receiptNo: shown.receiptNo, count: String(shown.rights) }
  const valuesIn = (lang: Lang) => ({ ...values, corrections: correctionLines(shown, lang).join('\n') })
  return {
    texts: shown.correctedFrom ? 'receipt-corrected' : 'receipt-approved',
    th: valuesIn('th'),
    en: valuesIn('en'),
    path: `/receipt/${receipt.id}`,
    ...plain,
    isCurrent: receipt.status === 'approved' && decisionSubject(receipt) === row.subject,
  }
}

const receiptRejected: ContentOf = async (db, row, now) => {
  const receipt = await receiptRow(db, row.subject.split(':')[0] ?? '')
  if (!receipt) return null
  const { receiptNo, rejectText, rejectTextEn, editable } = await showReceipt(db, receipt)
  const campaign = await readCampaign(db)
  const canCorrect = editable && campaignState(campaign, now) === 'open'
  return {
    texts: canCorrect ? 'receipt-rejected' : 'receipt-refused',
    th: { receiptNo, reason: rejectText ?? '' },
    en: { receiptNo, reason: rejectTextEn ?? '' },
    path: canCorrect ? `/receipt/${receipt.id}/edit` : `/receipt/${receipt.id}`,
    ...plain,
    helpsUntil: canCorrect ? campaign.closes_at : null,
    isCurrent: receipt.status === 'rejected' && decisionSubject(receipt) === row.subject,
  }
}

/** Minimum time between two messages about waiting receipts, in milliseconds. */
const WAITING_AGAIN_MS = DAY_MS

/**
 * The message is current until a call with the job's idempotency key arrives or another such message is sent. On the
 * day after the close, it is current only if the phone had already reported the receipt.
 */
const receiptWaiting: ContentOf = async (db, { subject, customer_id }, now): Promise<Content> => {
  const other = await db
    .selectFrom('message')
    .select('subject')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'receipt-waiting')
    .where('subject', '<>', subject)
    .where('state', '=', 'sent')
    .where('settled_at', '>', now - WAITING_AGAIN_MS)
    .limit(1)
    .executeTakeFirst()
  const arrived = await db
    .selectFrom('idempotency')
    .select('key')
    .where('customer_id', '=', customer_id)
    .where('key', '=', subject)
    .executeTakeFirst()
  const campaign = await readCampaign(db)
  const reported = await db
    .selectFrom('message')
    .select('created_at')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'receipt-waiting')
    .where('subject', '=', subject)
    .executeTakeFirst()
  const canArrive =
    campaignState(campaign, now) === 'open' ||
    (isGraceDay(campaign, now) && (reported?.created_at ?? now) <= campaign.closes_at)
  return {
    texts: 'receipt-waiting',
    th: {},
    en: {},
    path: '/outbox',
    ...plain,
    // After the close, the message is sent only if it is at most three days old and the receipt can still arrive.
    helpsUntil: campaign.closes_at,
    isCurrent: canArrive && !arrived && !other,
  }
}

export const receiptContents = {
  'receipt-approved': receiptApproved,
  'receipt-rejected': receiptRejected,
  'receipt-waiting': receiptWaiting,
}
