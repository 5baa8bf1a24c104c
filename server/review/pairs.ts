import type { ReceiptStatus } from '#contract/schema/receipt.ts'
import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import { imageKey } from '#server/images/store.ts'
import type { Db } from '#server/store/tables.ts'
import { isPair, type RiskReason } from './reasons.ts'

export type CardSide = {
  readonly receiptId: string
  readonly customerId: string
  readonly customerName: string | null
  readonly storeId: number
  readonly storeName: string
  readonly storeNameEn: string | null
  readonly provinceTh: string
  readonly provinceEn: string
  readonly receiptNo: string
  readonly amountSatang: number
  readonly purchasedAt: number
  readonly createdAt: number
  readonly status: ReceiptStatus
  readonly photos: readonly string[]
  readonly reasons: readonly RiskReason[]
}

/** Returns `own`, which can differ from the stored receipt, and the other receipt of each pair. */
export async function sidesOf(db: Db, own: ReceiptRow, reasons: readonly RiskReason[]): Promise<CardSide[]> {
  const pairs = reasons.filter(isPair)
  const ids = [...new Set([own.id, ...pairs.map(one => one.receiptId)])]
  const others = await db
    .selectFrom('receipt')
    .innerJoin('customer', 'customer.id', 'receipt.customer_id')
    .selectAll('receipt')
    .select(['customer.first_name', 'customer.last_name'])
    .where('receipt.id', 'in', ids)
    .execute()
  const rows = others.map(row => (row.id === own.id ? { ...row, ...own } : row))
  const stores = await storesOf(
    db,
    rows.map(row => row.store_id),
  )
  const photos = await db
    .selectFrom('receipt_image')
    .select(['receipt_id', 'customer_id', 'sha256'])
    .where('receipt_id', 'in', ids)
    .orderBy('position')
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  // A receipt may have been deleted since the pairs were found.
  return ids.flatMap(receiptId => {
    const row = byId.get(receiptId)
    const store = stores.find(one => one.id === row?.store_id)
    if (!row || !store) return []
    return {
      receiptId,
      customerId: row.customer_id,
      customerName: fullName(row),
      storeId: store.id,
      storeName: store.name_th,
      storeNameEn: store.name_en,
      provinceTh: store.province_th,
      provinceEn: store.province_en,
      receiptNo: row.receipt_no,
      amountSatang: row.amount_satang,
      purchasedAt: row.purchased_at,
      createdAt: row.created_at,
      status: row.status,
      photos: photos
        .filter(photo => photo.receipt_id === receiptId)
        .map(photo => imageKey({ customerId: photo.customer_id, sha256: photo.sha256 })),
      reasons: pairs.filter(one => one.receiptId === receiptId),
    }
  })
}

const storesOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('store')
    .innerJoin('province', 'province.id', 'store.province_id')
    .select(['store.id', 'store.name_th', 'store.name_en'])
    .select(['province.name_th as province_th', 'province.name_en as province_en'])
    .where('store.id', 'in', [...new Set(ids)])
    .execute()

/** Returns null if no name is known, for example because the customer has left. */
export const fullName = (row: {
  readonly first_name: string | null
  readonly last_name: string | null
}): string | null => [row.first_name, row.last_name].filter(name => name !== null).join(' ') || null
