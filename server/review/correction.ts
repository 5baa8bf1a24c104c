import type { AuditTexts } from '#server/audit/texts.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { hasSameNumber, holderOf } from '#server/campaign/receipts/claim.ts'
import {
  changesIn,
  columnsOf,
  type Purchase,
  purchaseIn,
  type SomeOfPurchase,
} from '#server/campaign/receipts/correction.ts'
import { checkPurchase } from '#server/campaign/receipts/rules.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import type { Decision } from './types.ts'

const path = 'decision.corrected'

/** For each campaign rule that a value can break: the field and the error code in the customer's form. */
const problems: Readonly<Partial<Record<ApiError['code'], readonly [field: string, code: string]>>> = {
  STORE_CLOSED: ['storeId', 'closed'],
  OUT_OF_PERIOD: ['purchasedAt', 'period'],
  BELOW_MINIMUM: ['amount', 'minimum'],
  RECEIPT_DUPLICATE: ['receiptNo', 'duplicate'],
}

/** Converts an error about a corrected value to VALIDATION with its field, so that the form shows it there. */
async function namingTheField<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [field, code] = problems[error.code] ?? []
    if (field !== undefined && code !== undefined) throw invalid(`${path}.${field}`, code)
    if (error.code !== 'VALIDATION') throw error
    const fields = error.fields?.map(one => ({ ...one, path: `${path}.${one.path}` }))
    throw new ApiError('VALIDATION', { fields })
  }
}

/** Returns the values of a decision that differ from those that the customer sent. */
export const correctionsIn = (sent: Purchase, decision: Decision): SomeOfPurchase =>
  decision.kind === 'approved' && decision.corrected !== undefined
    ? changesIn(sent, columnsOf(decision.corrected))
    : {}

/** Validates corrections with the rules of the customer's form. Throws VALIDATION with the field. */
export const checkCorrections = (db: Db, corrected: SomeOfPurchase, now: number): Promise<void> =>
  namingTheField(async () => checkPurchase(db, await readCampaign(db), corrected, now))

/** Runs an approval. If it changes the receipt's number to one that another receipt has, throws VALIDATION. */
export const withFreeNumber = <T>(isMoved: boolean, run: () => Promise<T>): Promise<T> =>
  isMoved ? namingTheField(run) : run()

/** Like an approval, throws VALIDATION if another receipt already has the corrected number. Changes nothing. */
export async function requireFreeNumber(
  db: Db,
  sent: Purchase & { readonly id: string },
  corrected: SomeOfPurchase,
): Promise<void> {
  const right = { ...sent, ...corrected }
  if (hasSameNumber(sent, right)) return
  const holder = await holderOf(db, right)
  if (holder !== null && holder !== sent.id) throw invalid(`${path}.receiptNo`, 'duplicate')
}

/** True if two reviewers read the same values in the photos, even if they write the number differently. */
export function isSameReading(sent: Purchase, one: string | null, other: string | null): boolean {
  const [a, b] = [
    { ...sent, ...purchaseIn(one) },
    { ...sent, ...purchaseIn(other) },
  ]
  return hasSameNumber(a, b) && a.amount_satang === b.amount_satang && a.purchased_at === b.purchased_at
}

const names: Readonly<Record<keyof Purchase, string>> = {
  store_id: 'store',
  receipt_no: 'receiptNo',
  amount_satang: 'amount',
  purchased_at: 'purchasedAt',
}

/**
 * Returns an audit entry's details about corrections: the names of the fields and, as erasable texts, both values of
 * each. Customers type the receipt number freely, and what a person bought is personal data.
 */
export async function auditOf(
  db: Db,
  { customer_id: customerId, ...sent }: Purchase & { readonly customer_id: string },
  corrected: SomeOfPurchase,
): Promise<{ readonly detail: { readonly corrected?: readonly string[] }; readonly texts?: AuditTexts }> {
  const columns = (Object.keys(names) as (keyof Purchase)[]).filter(name => corrected[name] !== undefined)
  if (columns.length === 0) return { detail: {} }
  const [before, after] = [await textsOf(db, sent), await textsOf(db, { ...sent, ...corrected })]
  const values = columns.flatMap(name => [
    [`${names[name]}Before`, before[name]] as const,
    [`${names[name]}After`, after[name]] as const,
  ])
  return {
    detail: { corrected: columns.map(name => names[name]) },
    texts: { about: [customerId], values: Object.fromEntries(values) },
  }
}

async function textsOf(db: Db, purchase: Purchase): Promise<Readonly<Record<keyof Purchase, string>>> {
  const store = await db
    .selectFrom('store')
    .select(['code', 'name_th'])
    .where('id', '=', purchase.store_id)
    .executeTakeFirst()
  return {
    store_id: store ? `${store.code} ${store.name_th}` : String(purchase.store_id),
    receipt_no: purchase.receipt_no,
    amount_satang: (purchase.amount_satang / SATANG).toFixed(2),
    purchased_at: bangkokTime(purchase.purchased_at),
  }
}
