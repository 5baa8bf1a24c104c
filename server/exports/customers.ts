import type { Words } from '#contract/languages.ts'
import { customersWantingMarketing } from '#server/identity/consents.ts'
import { countOf } from '#server/store/count.ts'
import type { Tables } from '#server/store/tables.ts'
import { addressCells, addressColumns, addressNames } from './address.ts'
import { at, day } from './cell.ts'
import { column, type ExportTable, phoneOf, width, wordFor } from './export-table.ts'
import { paginate } from './paginate.ts'

type Row = Tables['customer']

export const customerStatuses: Readonly<Record<Row['status'], Words>> = {
  provisional: { th: 'ยังไม่ลงทะเบียน', en: 'not registered' },
  registered: { th: 'ลงทะเบียนแล้ว', en: 'registered' },
  cancelled: { th: 'ออกจากกิจกรรม', en: 'has left' },
}

const genders: Readonly<Record<NonNullable<Row['gender']>, Words>> = {
  male: { th: 'ชาย', en: 'male' },
  female: { th: 'หญิง', en: 'female' },
  other: { th: 'อื่น ๆ', en: 'other' },
  unspecified: { th: 'ไม่ระบุ', en: 'not stated' },
}

const yes: Words = { th: 'ใช่', en: 'yes' }
const no: Words = { th: 'ไม่', en: 'no' }

export const customers: ExportTable = {
  columns: [
    column('ชื่อ', 'First name', width.name),
    column('นามสกุล', 'Last name', width.name),
    column('เบอร์โทรศัพท์', 'Phone', width.number),
    column('อีเมล', 'Email', 28),
    column('วันเกิด', 'Birthday', width.day),
    column('เพศ', 'Gender', width.short),
    ...addressColumns,
    column('สถานะ', 'Status', 16),
    column('รับข่าวสาร', 'Marketing', width.short),
    column('ชื่อใน LINE', 'Name in LINE', width.name),
    column('วันเวลาที่เข้ามาครั้งแรก', 'First visit at', width.time),
    column('วันเวลาที่ออก', 'Left at', width.time),
    column('ที่มา', 'Came from', width.short),
    column('รหัส LINE', 'LINE id', width.id),
    column('รหัสลูกค้า', 'Customer id', width.id),
  ],
  count: (db, until) => countOf(db.selectFrom('customer').where('created_at', '<=', until)),
  async *rows(db, lang, until) {
    const names = await addressNames(db)
    const all = db.selectFrom('customer').selectAll().where('created_at', '<=', until).orderBy('id')
    const read = async (last: { id: string } | null, limit: number) => {
      const rows = await all
        .where('id', '>', last?.id ?? '')
        .limit(limit)
        .execute()
      const wanting = await customersWantingMarketing(
        db,
        rows.map(row => row.id),
      )
      return rows.map(row => ({ ...row, wantsMarketing: wanting.has(row.id) }))
    }
    for await (const row of paginate(read)) {
      yield [
        row.first_name,
        row.last_name,
        phoneOf(row.phone),
        row.email,
        day(row.birth_date),
        wordFor(genders, row.gender, lang),
        ...addressCells(row, names),
        customerStatuses[row.status][lang],
        (row.wantsMarketing ? yes : no)[lang],
        row.line_display_name,
        at(row.created_at),
        at(row.cancelled_at),
        row.logstate,
        row.line_user_id,
        row.id,
      ]
    }
  },
}
