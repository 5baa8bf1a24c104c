import type { ReceiptStatus } from '#contract/schema/receipt.ts'
import { imageKey } from '#server/images/store.ts'
import type { Db } from '#server/store/tables.ts'
import { isPair, type RiskReason } from './reasons.ts'

export type CardSide = {
  readonly receiptId: string
  readonly customerId: string
  readonly customerName: string | null
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

export async function sidesOf(db: Db, id: string, reasons: readonly RiskReason[]): Promise<CardSide[]> {
  const pairs = reasons.filter(isPair)
  const ids = [...new Set([id, ...pairs.map(one => one.receiptId)])]
  const rows = await db
    .selectFrom('receipt')
    .innerJoin('store', 'store.id', 'receipt.store_id')
    .innerJoin('province', 'province.id', 'store.province_id')
    .innerJoin('customer', 'customer.id', 'receipt.customer_id')
    .select(['receipt.id', 'receipt.customer_id', 'receipt.receipt_no', 'receipt.amount_satang'])
    .select(['receipt.purchased_at', 'receipt.created_at', 'receipt.status'])
    .select(['store.name_th as store_th', 'store.name_en as store_en'])
    .select(['province.name_th as province_th', 'province.name_en as province_en'])
    .select(['customer.first_name', 'customer.last_name'])
    .where('receipt.id', 'in', ids)
    .execute()
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
    if (!row) return []
    return {
      receiptId,
      customerId: row.customer_id,
      customerName: fullName(row),
      storeName: row.store_th,
      storeNameEn: row.store_en,
      provinceTh: row.province_th,
      provinceEn: row.province_en,
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

/** Returns null if no name is known, for example because the customer has left. */
export const fullName = (row: {
  readonly first_name: string | null
  readonly last_name: string | null
}): string | null => [row.first_name, row.last_name].filter(name => name !== null).join(' ') || null
