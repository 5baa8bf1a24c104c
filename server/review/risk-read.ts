import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import type { Db } from '#server/store/tables.ts'
import { distanceKm } from './province-places.ts'
import type { RiskReason } from './reasons.ts'
import { weightOf } from './risk-score.ts'
import { findPairs, minutesBetween } from './similar.ts'

const MAX_OWN = 60
const MAX_NEIGHBOURS = 400
const MAX_BLOCK = 20
const MAX_AT_STORE = 60
const STORE_MINUTES = 10
/** Shorter distances mean nothing, because only the main towns' positions are known. */
const MIN_KM = 120

/** `otherCustomers` share an address or a block of phone numbers with this customer. */
export type Suspicion = {
  readonly reasons: readonly RiskReason[]
  readonly otherCustomers: readonly string[]
}

/** Every query is limited and indexed, so the cost does not grow with the campaign. */
export async function readSuspicion(db: Db, row: ReceiptRow): Promise<Suspicion> {
  const pairs = await findPairs(db, row)
  const { reasons, otherCustomers } = await ofAccount(db, row)
  return {
    reasons: [...pairs, ...(await ofCustomer(db, row)), ...reasons, ...(await ofStore(db, row))],
    otherCustomers,
  }
}

async function ofCustomer(db: Db, row: ReceiptRow): Promise<RiskReason[]> {
  const own = await db
    .selectFrom('receipt')
    .innerJoin('store', 'store.id', 'receipt.store_id')
    .select(['receipt.id', 'receipt.purchased_at', 'receipt.status', 'receipt.reject_reason'])
    .select(['store.province_id', 'receipt.created_at'])
    .where('receipt.customer_id', '=', row.customer_id)
    .where('receipt.id', '<>', row.id)
    .where('receipt.status', '<>', 'void')
    .orderBy('receipt.created_at', 'desc')
    .limit(MAX_OWN)
    .execute()
  if (own.length === 0) return []
  const within = (hours: number) =>
    1 + own.filter(one => Math.abs(one.purchased_at - row.purchased_at) <= hours * HOUR_MS).length
  const rejected = own.filter(one => TELLING.has(one.reject_reason ?? '')).length
  const { province_id: mine } = await db
    .selectFrom('store')
    .select('province_id')
    .where('id', '=', row.store_id)
    .executeTakeFirstOrThrow()
  return [
    ...farthest(row, mine, own),
    { code: 'customer-rate', receipts: within(1), hours: 1 },
    { code: 'customer-rate', receipts: within(24), hours: 24 },
    ...(rejected > 0 ? [{ code: 'rejected-before', receipts: rejected } as const] : []),
  ]
}

const TELLING = new Set<string>(['DUPLICATE', 'FRAUD', 'NOT_RECEIPT'])

/**
 * If this purchase is not suspicious, compares the customer's others, because people who collect strangers' receipts
 * also have some from nearby stores.
 */
function farthest(row: ReceiptRow, mine: number, own: readonly Own[]): RiskReason[] {
  const direct = fastest(own.map(one => moveOf({ ...row, province_id: mine }, one)))
  if (direct && weightOf(direct) > 0) return [direct]
  const others = own.flatMap((one, at) => own.slice(at + 1).map(other => moveOf(one, other)))
  const indirect = fastest(others)
  if (!indirect) return []
  const otherFirst = own.some(one => one.id === indirect.receiptId && one.created_at < row.created_at)
  return [{ ...indirect, otherFirst, direct: false }]
}

type Move = Extract<RiskReason, { code: 'store-moved' }>
type Own = Pick<ReceiptRow, 'id' | 'purchased_at' | 'created_at'> & { readonly province_id: number }

function moveOf(from: Own, to: Own): Move | null {
  const km = distanceKm(from.province_id, to.province_id)
  if (km === null || km < MIN_KM) return null
  const minutes = minutesBetween(from.purchased_at, to.purchased_at)
  const otherFirst = to.created_at < from.created_at
  return { code: 'store-moved', receiptId: to.id, sameCustomer: true, otherFirst, km, minutes, direct: true }
}

function fastest(moves: readonly (Move | null)[]): Move | undefined {
  return moves
    .filter(move => move !== null)
    .toSorted((a, b) => b.km / (b.minutes + 1) - a.km / (a.minutes + 1))[0]
}

async function ofAccount(db: Db, row: ReceiptRow): Promise<Suspicion> {
  const customer = await db
    .selectFrom('customer')
    .select(['address_line', 'subdistrict_id', 'phone'])
    .where('id', '=', row.customer_id)
    .executeTakeFirstOrThrow()
  const at = await othersAtAddress(db, row.customer_id, customer)
  const block = await othersInBlock(db, row.customer_id, customer.phone)
  return {
    reasons: [
      ...(at.length > 0 ? [{ code: 'shared-address', customers: at.length } as const] : []),
      ...(block.length > 0 ? [{ code: 'phone-block', customers: block.length } as const] : []),
    ],
    otherCustomers: [...new Set([...at, ...block])],
  }
}

type Address = { readonly address_line: string | null; readonly subdistrict_id: number | null }

/** Checks only the newest accounts in the subdistrict, because one person's accounts are usually created together. */
async function othersAtAddress(
  db: Db,
  customerId: string,
  { address_line: address, subdistrict_id }: Address,
): Promise<string[]> {
  if (address === null || subdistrict_id === null) return []
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'address_line'])
    .where('subdistrict_id', '=', subdistrict_id)
    .where('id', '<>', customerId)
    .orderBy('subdistrict_id', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_NEIGHBOURS)
    .execute()
  return rows.flatMap(one =>
    one.address_line !== null && sameAddress(one.address_line, address) ? one.id : [],
  )
}

async function othersInBlock(db: Db, customerId: string, phone: string | null): Promise<string[]> {
  if (phone === null) return []
  const start = phone.slice(0, -2)
  const rows = await db
    .selectFrom('phone_claim')
    .select('customer_id')
    .where('phone', '>=', `${start}00`)
    .where('phone', '<=', `${start}99`)
    .where('customer_id', '<>', customerId)
    .limit(MAX_BLOCK)
    .execute()
  return rows.map(one => one.customer_id)
}

async function ofStore(db: Db, row: ReceiptRow): Promise<RiskReason[]> {
  const near = STORE_MINUTES * MINUTE_MS
  const rows = await db
    .selectFrom('receipt')
    .select('id')
    .where('store_id', '=', row.store_id)
    .where('purchased_at', '>=', row.purchased_at - near)
    .where('purchased_at', '<=', row.purchased_at + near)
    .where('status', '<>', 'void')
    .limit(MAX_AT_STORE)
    .execute()
  return [{ code: 'store-rate', receipts: rows.length, minutes: STORE_MINUTES }]
}

const ADDRESS_NOISE = /บ้านเลขที่|เลขที่|หมู่ที่|หมู่|ม\.|ซอย|ซ\.|ถนน|ถ\.|no\.|moo|soi|road|rd\.?|[\s.,()-]/giu

/** Compares two address lines without the words for number, village, lane and road, which are often abbreviated. */
export const sameAddress = (one: string, other: string): boolean => addressKey(one) === addressKey(other)

const addressKey = (line: string): string => line.normalize('NFC').toLowerCase().replace(ADDRESS_NOISE, '')
