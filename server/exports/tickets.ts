import type { Words } from '#contract/languages.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { countOf } from '#server/store/count.ts'
import type { Tables } from '#server/store/tables.ts'
import { at } from './cell.ts'
import { column, type ExportTable, ticketNo, width } from './export-table.ts'
import { paginate } from './paginate.ts'

type Row = Tables['ticket']

const sources: Readonly<Record<Row['source'], Words>> = {
  welcome: { th: 'ต้อนรับ', en: 'welcome' },
  receipt: { th: 'ใบเสร็จ', en: 'receipt' },
  answer: { th: 'คำตอบ', en: 'answer' },
}

const states: Readonly<Record<Row['state'], Words>> = {
  valid: { th: 'ใช้ได้', en: 'valid' },
  void: { th: 'ยกเลิก', en: 'void' },
}

export const tickets: ExportTable = {
  columns: [
    column('เลขสิทธิ์', 'Ticket number', width.number),
    column('ที่มา', 'Given for', width.short),
    column('สถานะ', 'Status', width.short),
    column('วันเวลาที่ได้รับ', 'Given at', width.time),
    column('รหัสใบเสร็จหรือคำตอบ', 'Receipt or answer id', width.id),
    column('รหัสลูกค้า', 'Customer id', width.id),
    column('รหัสสิทธิ์', 'Ticket id', width.id),
  ],
  count: (db, until) => countOf(db.selectFrom('ticket').where('created_at', '<=', until)),
  async *rows(db, lang, until) {
    const { ticket_prefix: prefix } = await readCampaign(db)
    const all = db.selectFrom('ticket').selectAll().where('created_at', '<=', until).orderBy('id')
    const read = (last: { id: string } | null, limit: number) =>
      all
        .where('id', '>', last?.id ?? '')
        .limit(limit)
        .execute()
    for await (const row of paginate(read)) {
      yield [
        ticketNo(prefix, row.no),
        sources[row.source][lang],
        states[row.state][lang],
        at(row.created_at),
        row.source_id,
        row.customer_id,
        row.id,
      ]
    }
  },
}
