import { withTexts } from '#server/audit/texts.ts'
import { countOf } from '#server/store/count.ts'
import { at } from './cell.ts'
import { column, type ExportTable, width } from './export-table.ts'
import { paginate } from './paginate.ts'

export const audit: ExportTable = {
  columns: [
    column('ลำดับ', 'Number', 8),
    column('วันเวลา', 'Time', width.time),
    column('ผู้ทำ', 'Person', width.name),
    column('สิ่งที่ทำ', 'Action', width.name),
    column('รายละเอียด', 'Details', 60),
    column('แฮช', 'Hash', 66),
  ],
  count: (db, until) => countOf(db.selectFrom('audit').where('at', '<=', until)),
  async *rows(db, _lang, until) {
    const read = async (last: { seq: number } | null, limit: number) => [
      ...(await withTexts(
        db,
        await db
          .selectFrom('audit')
          .selectAll()
          .where('seq', '>', last?.seq ?? 0)
          .where('at', '<=', until)
          .orderBy('seq')
          .limit(limit)
          .execute(),
      )),
    ]
    for await (const row of paginate(read))
      yield [row.seq, at(row.at), row.actor, row.action, row.detail, row.hash]
  },
}
