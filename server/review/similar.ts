import { normaliseReceiptNo } from '#contract/rules.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { sharingNumber } from '#server/campaign/receipts/claim.ts'
import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import type { Db } from '#server/store/tables.ts'
import type { PairReason } from './reasons.ts'
import { findSimilarPhotos } from './similar-photos.ts'

export type Sought = Pick<
  ReceiptRow,
  'id' | 'customer_id' | 'store_id' | 'receipt_no' | 'amount_satang' | 'purchased_at' | 'created_at'
>

const NEAR_MS = DAY_MS
const MAX_EACH = 10

/** Ignores the customer's own withdrawn receipts, which may have been sent again. */
export async function findPairs(db: Db, row: Sought): Promise<PairReason[]> {
  const found = [
    ...(await byPhoto(db, row)),
    ...(await byNumber(db, row)),
    ...(await byNextNumber(db, row)),
    ...(await byAmount(db, row)),
  ]
  return completed(db, row, found)
}

const pairOf = (row: Sought, receiptId: string, customerId: string) => ({
  receiptId,
  sameCustomer: customerId === row.customer_id,
  // Set by `completed`.
  otherFirst: false,
})

async function byPhoto(db: Db, row: Sought): Promise<PairReason[]> {
  const mine = db.selectFrom('receipt_image').select('sha256').where('receipt_id', '=', row.id)
  const same = await db
    .selectFrom('receipt_image')
    .select(['receipt_id', 'customer_id'])
    .distinct()
    .where('sha256', 'in', mine)
    .where('receipt_id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  const saved = new Set(same.map(one => one.receipt_id))
  const again = (await findSimilarPhotos(db, row.id)).filter(one => !saved.has(one.receipt_id))
  const named =
    (code: 'same-photo' | 'similar-photo') => (one: { receipt_id: string; customer_id: string }) => ({
      code,
      ...pairOf(row, one.receipt_id, one.customer_id),
    })
  return [...same.map(named('same-photo')), ...again.map(named('similar-photo'))]
}

async function byNumber(db: Db, row: Sought): Promise<PairReason[]> {
  const normalised = normaliseReceiptNo(row.receipt_no)
  const written = await db
    .selectFrom('receipt')
    .select(['id as receipt_id', 'customer_id', 'store_id'])
    .where('receipt_no', 'in', [...new Set([row.receipt_no, normalised])])
    .where('id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  const claimed = await db
    .selectFrom('receipt_claim')
    .select(['receipt_id', 'customer_id', 'store_id'])
    .where('receipt_no', '=', normalised)
    .where('receipt_id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  const held = await sharingNumber(db, { store_id: row.store_id, receipt_no: normalised })
  const all = [...held, ...written, ...claimed].filter(one => one.receipt_id !== row.id)
  const others = [...new Map(all.map(one => [one.receipt_id, one])).values()]
  if (others.length === 0) return []
  const sameAmount = await withAmount(
    db,
    others.map(one => one.receipt_id),
    row.amount_satang,
  )
  const chains = await chainsOf(db, [row.store_id, ...others.map(one => one.store_id)])
  const storeOf = (other: number) => {
    if (other === row.store_id) return 'same' as const
    return chains.get(other) === chains.get(row.store_id) ? ('same-chain' as const) : ('other' as const)
  }
  return others.map(one => ({
    code: 'same-number' as const,
    ...pairOf(row, one.receipt_id, one.customer_id),
    store: storeOf(one.store_id),
    sameAmount: sameAmount.has(one.receipt_id),
    short: isShort(normalised),
  }))
}

async function withAmount(db: Db, ids: readonly string[], satang: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('receipt')
    .select('id')
    .where('id', 'in', ids)
    .where('amount_satang', '=', satang)
    .execute()
  return new Set(rows.map(one => one.id))
}

/** A till that restarts at 1 every day or week prints numbers of up to five characters. */
const isShort = (receiptNo: string): boolean => normaliseReceiptNo(receiptNo).length <= 5

async function chainsOf(db: Db, stores: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('store').select(['id', 'chain']).where('id', 'in', stores).execute()
  return new Map(rows.map(one => [one.id, one.chain]))
}

async function byNextNumber(db: Db, row: Sought): Promise<PairReason[]> {
  const numbers = neighboursOf(normaliseReceiptNo(row.receipt_no))
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('receipt_claim')
    .innerJoin('receipt', 'receipt.id', 'receipt_claim.receipt_id')
    .select(['receipt.id', 'receipt.customer_id', 'receipt.purchased_at', 'receipt.amount_satang'])
    .where('receipt_claim.store_id', '=', row.store_id)
    .where('receipt_claim.receipt_no', 'in', numbers)
    .where('receipt_claim.customer_id', '<>', row.customer_id)
    .execute()
  return rows.map(one => ({
    code: 'next-number' as const,
    ...pairOf(row, one.id, one.customer_id),
    minutes: minutesBetween(one.purchased_at, row.purchased_at),
    sameAmount: one.amount_satang === row.amount_satang,
    short: isShort(row.receipt_no),
  }))
}

async function byAmount(db: Db, row: Sought): Promise<PairReason[]> {
  const near = await db
    .selectFrom('receipt')
    .select(['id', 'customer_id', 'purchased_at'])
    .where('store_id', '=', row.store_id)
    .where('amount_satang', '=', row.amount_satang)
    .where('purchased_at', '>=', row.purchased_at - NEAR_MS)
    .where('purchased_at', '<=', row.purchased_at + NEAR_MS)
    .where('id', '<>', row.id)
    .limit(MAX_EACH)
    .execute()
  return near.map(one => ({
    code: 'same-amount' as const,
    ...pairOf(row, one.id, one.customer_id),
    minutes: minutesBetween(one.purchased_at, row.purchased_at),
  }))
}

async function completed(db: Db, row: Sought, found: readonly PairReason[]): Promise<PairReason[]> {
  if (found.length === 0) return []
  const rows = await db
    .selectFrom('receipt')
    .select(['id', 'status', 'created_at'])
    .where('id', 'in', [...new Set(found.map(one => one.receiptId))])
    .execute()
  const byId = new Map(rows.map(one => [one.id, one]))
  return found.flatMap(one => {
    const other = byId.get(one.receiptId)
    if (!other || (one.sameCustomer && other.status === 'void')) return []
    return { ...one, otherFirst: other.created_at < row.created_at }
  })
}

export const minutesBetween = (one: number, other: number): number =>
  Math.round(Math.abs(one - other) / MINUTE_MS)

/**
 * At least three digits, because `A1` and `A2` are more likely to be tills; at most twelve, to fit into a safe integer.
 */
const RUNNING = /\d{3,12}$/

/** Returns the receipt numbers just before and after a normalised one, with the same number of trailing digits. */
export function neighboursOf(receiptNo: string): string[] {
  const digits = RUNNING.exec(receiptNo)?.[0]
  if (digits === undefined) return []
  const start = receiptNo.slice(0, receiptNo.length - digits.length)
  return [Number(digits) - 1, Number(digits) + 1]
    .filter(number => number >= 0 && String(number).length <= digits.length)
    .map(number => start + String(number).padStart(digits.length, '0'))
}
