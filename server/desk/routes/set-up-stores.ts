import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'setUpStores'> = async ({ db }) => {
  const rows = await db
    .selectFrom('store')
    .innerJoin('province', 'province.id', 'store.province_id')
    .leftJoin('store_pin', 'store_pin.store_id', 'store.id')
    .selectAll('store')
    .select(['province.name_th as province', 'store_pin.set_at'])
    .orderBy('store.code')
    .execute()
  return {
    stores: rows.map(row => ({
      code: row.code,
      chain: row.chain,
      nameTh: row.name_th,
      branch: row.branch,
      province: row.province,
      receiptNoHint: row.receipt_no_hint,
      chainEn: row.chain_en,
      nameEn: row.name_en,
      branchEn: row.branch_en,
      receiptNoHintEn: row.receipt_no_hint_en,
      active: row.active === 1,
      pinSetAt: row.set_at,
    })),
  }
}
