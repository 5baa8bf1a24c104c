import { rightsOf } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { holderFor } from '#server/campaign/receipts/claim.ts'
import { asSent } from '#server/campaign/receipts/correction.ts'
import { receiptRow, showReceipt } from '#server/campaign/receipts/read.ts'
import { type RightsRule, rightsRule } from '#server/campaign/rights.ts'
import { imageKey } from '#server/images/store.ts'
import type { Look } from '#server/store/review-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { type CustomerCard, customerCard } from './customer-card.ts'
import { type CardSide, sidesOf } from './pairs.ts'
import { reasonText } from './reason-texts.ts'
import type { RiskReason } from './reasons.ts'
import { readSuspicion } from './risk-read.ts'
import { riskOf } from './risk-score.ts'

type CardReason = { readonly reason: RiskReason; readonly th: string; readonly en: string }

export type ReviewCard = {
  /** For a second look, the receipt is shown as the customer sent it and pending, without the first decision. */
  readonly receipt: Receipt
  /** Storage keys of the photos, in order. Retention may have deleted the photos. */
  readonly photos: readonly string[]
  readonly customer: CustomerCard
  /** From 0 to 1000. The score in the queue may be a few seconds older. */
  readonly risk: number
  readonly reasons: readonly CardReason[]
  /** The number of tickets that an approval creates, and the rule for computing it from a corrected amount. */
  readonly rights: number
  readonly rule: RightsRule
  /** The receipt that already has this one's number; null if the number is not disputed. */
  readonly disputedWith: string | null
  /** This receipt, followed by the other receipt of each pair. */
  readonly sides: readonly CardSide[]
}

export async function reviewCard(db: Db, id: string, look: Look = 'first'): Promise<ReviewCard | null> {
  const row = await receiptRow(db, id)
  if (!row) return null
  const shown = look === 'first' ? row : { ...asSent(row), ...undecided }
  const receipt = await showReceipt(db, shown)
  const { score, reasons } = riskOf((await readSuspicion(db, shown)).reasons)
  const sides = await sidesOf(db, shown, reasons)
  const rule = rightsRule(await readCampaign(db))
  return {
    receipt,
    photos: receipt.images.map(sha256 => imageKey({ customerId: row.customer_id, sha256 })),
    customer: await customerCard(db, row.customer_id, id),
    risk: score,
    rights: rightsOf(receipt.amount, rule),
    rule,
    disputedWith: look === 'first' ? await holderFor(db, id) : null,
    reasons: reasons.map(reason => ({ reason, ...reasonText(reason) })),
    sides,
  }
}

const undecided = { status: 'pending', reject_reason: null, reject_note: null, reviewed_at: null } as const
