import { countOf } from '#server/store/count.ts'
import { at } from './cell.ts'
import { column, type ExportTable, inLang, width } from './export-table.ts'
import { paginate } from './paginate.ts'

export const rewards: ExportTable = {
  columns: [
    column('ของรางวัล', 'Reward', width.text),
    column('รหัสคูปอง', 'Voucher code', width.name),
    column('วันเวลาที่ใช้', 'Used at', width.time),
    column('ร้าน', 'Store', width.text),
    column('รหัสร้าน', 'Store code', width.number),
    column('รหัสลูกค้า', 'Customer id', width.id),
  ],
  count: (db, until) => countOf(db.selectFrom('reward_use').where('used_at', '<=', until)),
  async *rows(db, lang, until) {
    const all = db
      .selectFrom('reward_use')
      .leftJoin('reward_kind', 'reward_kind.reward_type', 'reward_use.reward_type')
      .leftJoin('store', 'store.id', 'reward_use.store_id')
      .selectAll('reward_use')
      .select(['reward_kind.title_th', 'reward_kind.title_en', 'store.name_th', 'store.name_en'])
      .select('store.code as store_code')
      .where('reward_use.used_at', '<=', until)
      .orderBy('reward_use.customer_id')
      .orderBy('reward_use.reward_type')
    const read = (last: { customer_id: string; reward_type: string } | null, limit: number) =>
      all
        .where(eb =>
          eb(
            eb.refTuple('reward_use.customer_id', 'reward_use.reward_type'),
            '>',
            eb.tuple(last?.customer_id ?? '', last?.reward_type ?? ''),
          ),
        )
        .limit(limit)
        .execute()
    for await (const row of paginate(read)) {
      yield [
        inLang(row.title_th ?? row.reward_type, row.title_en, lang),
        row.code,
        at(row.used_at),
        inLang(row.name_th, row.name_en, lang),
        row.store_code,
        row.customer_id,
      ]
    }
  },
}
