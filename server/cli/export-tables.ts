import { type ReceiptStatus, type RejectReason, rejectReasons } from '#contract/schema/receipt.ts'
import type { DrawState } from '#contract/schema/reward.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { prizeOfSeat, prizesOf } from '#server/campaign/prizes.ts'
import { confirmByOf } from '#server/campaign/reward.ts'
import { customersWantingMarketing } from '#server/identity/consents.ts'
import { fromE164 } from '#server/identity/phone.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { at, baht, type Cell, type Cells, type Column, day } from './cell.ts'
import { paginate } from './paginate.ts'

type ExportTable = {
  readonly columns: readonly Column[]
  readonly count: (db: Db) => Promise<number>
  readonly rows: (db: Db) => AsyncIterable<Cells>
}

/** Widths of columns, in characters. */
const ID = 38
const TIME = 20
const DAY = 12
const NAME = 18
const SHORT = 12

const named = (head: string, width: number): Column => ({ head, width })

const receiptStatuses: Readonly<Record<ReceiptStatus, string>> = {
  pending: 'รอตรวจสอบ',
  approved: 'ผ่าน',
  rejected: 'ไม่ผ่าน',
  void: 'ไม่นับแล้ว',
}

const customerStatuses: Readonly<Record<Tables['customer']['status'], string>> = {
  provisional: 'ยังไม่ลงทะเบียน',
  registered: 'ลงทะเบียนแล้ว',
  cancelled: 'ออกจากกิจกรรม',
}

const genders = { male: 'ชาย', female: 'หญิง', other: 'อื่น ๆ', unspecified: 'ไม่ระบุ' } as const

const ticketSources: Readonly<Record<Tables['ticket']['source'], string>> = {
  welcome: 'ต้อนรับ',
  receipt: 'ใบเสร็จ',
  answer: 'คำตอบ',
}

const drawStates: Readonly<Record<DrawState, string>> = {
  none: '',
  entered: 'รอประกาศผล',
  won: 'รอยืนยันรับรางวัล',
  reserve: 'ลำดับสำรอง',
  lost: 'ไม่ได้รับรางวัล',
  confirmed: 'ยืนยันรับรางวัลแล้ว',
  declined: 'สละสิทธิ์',
  expired: 'ไม่ยืนยันภายในเวลา',
}

const textOf = (texts: Readonly<Record<string, string>>, key: string | null): string | null =>
  key === null ? null : (texts[key] ?? key)

const phoneOf = (phone: string | null): string | null => (phone === null ? null : fromE164(phone))

const addressColumns = [
  named('ที่อยู่', 40),
  named('ตำบล/แขวง', NAME),
  named('อำเภอ/เขต', NAME),
  named('จังหวัด', NAME),
  named('รหัสไปรษณีย์', SHORT),
]

const NO_ADDRESS: Cells = addressColumns.map(() => null)

type Located = Pick<
  Tables['customer'],
  'address_line' | 'subdistrict_id' | 'district_id' | 'province_id' | 'postal_code'
>
type Nullable<T> = { readonly [K in keyof T]: T[K] | null }

const addressCells = (row: Nullable<Located>, names: Awaited<ReturnType<typeof addressNames>>): Cell[] => [
  row.address_line,
  names.subdistrict.get(row.subdistrict_id ?? 0) ?? null,
  names.district.get(row.district_id ?? 0) ?? null,
  names.province.get(row.province_id ?? 0) ?? null,
  row.postal_code,
]

async function addressNames(db: Db) {
  const namesIn = async (table: 'province' | 'district' | 'subdistrict') => {
    const rows = await db.selectFrom(table).select(['id', 'name_th']).execute()
    return new Map(rows.map(row => [row.id, row.name_th]))
  }
  return {
    province: await namesIn('province'),
    district: await namesIn('district'),
    subdistrict: await namesIn('subdistrict'),
  }
}

const receipts: ExportTable = {
  columns: [
    named('ร้าน', 30),
    named('สาขา', NAME),
    named('เลขที่ใบเสร็จ', NAME),
    named('ยอดซื้อ (บาท)', 14),
    named('วันเวลาที่ซื้อ', TIME),
    named('สถานะ', SHORT),
    named('เหตุผลที่ไม่ผ่าน', 30),
    named('หมายเหตุ', 30),
    named('ส่งแก้ไข (ครั้ง)', SHORT),
    named('วันเวลาที่ส่ง', TIME),
    named('วันเวลาที่ตรวจ', TIME),
    named('รหัสใบเสร็จ', ID),
    named('รหัสลูกค้า', ID),
  ],
  count: db => countOf(db.selectFrom('receipt')),
  async *rows(db) {
    const read = (after: string, limit: number) =>
      db
        .selectFrom('receipt')
        .innerJoin('store', 'store.id', 'receipt.store_id')
        .selectAll('receipt')
        .select(['store.name_th', 'store.branch'])
        .where('receipt.id', '>', after)
        .orderBy('receipt.id')
        .limit(limit)
        .execute()
    for await (const row of paginate(read)) {
      yield [
        row.name_th,
        row.branch,
        row.receipt_no,
        baht(row.amount_satang),
        at(row.purchased_at),
        receiptStatuses[row.status],
        textOf(rejectReasons satisfies Record<RejectReason, string>, row.reject_reason),
        row.reject_note,
        row.resubmits,
        at(row.created_at),
        at(row.reviewed_at),
        row.id,
        row.customer_id,
      ]
    }
  },
}

const customers: ExportTable = {
  columns: [
    named('ชื่อ', NAME),
    named('นามสกุล', NAME),
    named('เบอร์โทรศัพท์', 14),
    named('อีเมล', 28),
    named('วันเกิด', DAY),
    named('เพศ', SHORT),
    ...addressColumns,
    named('สถานะ', 16),
    named('รับข่าวสาร', SHORT),
    named('ชื่อใน LINE', NAME),
    named('วันเวลาที่เข้าร่วม', TIME),
    named('วันเวลาที่ออก', TIME),
    named('ที่มา', SHORT),
    named('รหัส LINE', ID),
    named('รหัสลูกค้า', ID),
  ],
  count: db => countOf(db.selectFrom('customer')),
  async *rows(db) {
    const names = await addressNames(db)
    const read = async (after: string, limit: number) => {
      const page = db.selectFrom('customer').selectAll().where('id', '>', after).orderBy('id').limit(limit)
      const rows = await page.execute()
      const wanting = await customersWantingMarketing(db, rows)
      return rows.map(row => ({ ...row, wantsMarketing: wanting.has(row.id) }))
    }
    for await (const row of paginate(read)) {
      yield [
        row.first_name,
        row.last_name,
        phoneOf(row.phone),
        row.email,
        day(row.birth_date),
        textOf(genders, row.gender),
        ...addressCells(row, names),
        customerStatuses[row.status],
        row.wantsMarketing ? 'ใช่' : 'ไม่',
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

const tickets: ExportTable = {
  columns: [
    named('เลขสิทธิ์', 14),
    named('ที่มา', SHORT),
    named('สถานะ', SHORT),
    named('วันเวลาที่ได้รับ', TIME),
    named('รหัสใบเสร็จหรือคำตอบ', ID),
    named('รหัสลูกค้า', ID),
    named('รหัสสิทธิ์', ID),
  ],
  count: db => countOf(db.selectFrom('ticket')),
  async *rows(db) {
    const { ticket_prefix: prefix } = await readCampaign(db)
    const read = (after: string, limit: number) =>
      db.selectFrom('ticket').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
    for await (const row of paginate(read)) {
      yield [
        ticketNumberOf(prefix, row.no),
        ticketSources[row.source],
        row.state === 'valid' ? 'ใช้ได้' : 'ยกเลิก',
        at(row.created_at),
        row.source_id,
        row.customer_id,
        row.id,
      ]
    }
  },
}

const winners: ExportTable = {
  columns: [
    named('ลำดับ', 8),
    named('จับได้เป็น', SHORT),
    named('รางวัล', 30),
    named('สถานะ', NAME),
    named('เลขสิทธิ์', 14),
    named('ชื่อ', NAME),
    named('นามสกุล', NAME),
    named('เบอร์โทรศัพท์', 14),
    named('วันเวลาที่ตอบ', TIME),
    named('ยืนยันภายใน', TIME),
    ...addressColumns,
    named('รหัสลูกค้า', ID),
    named('รหัสสิทธิ์', ID),
  ],
  count: db => countOf(db.selectFrom('draw_winner')),
  async *rows(db) {
    const campaign = await readCampaign(db)
    const names = await addressNames(db)
    for (const row of await winnerRows(db)) {
      const prize = row.seat === null ? null : prizeOfSeat(prizesOf(row.prizes), row.seat)
      const left = row.status === 'cancelled'
      // Only a confirmed prize that is shipped needs the address.
      const ships = prize?.delivery === 'shipped' && row.draw_state === 'confirmed' && !left
      yield [
        row.rank,
        row.reserve === 1 ? 'ลำดับสำรอง' : 'ผู้โชคดี',
        prize?.titleTh ?? null,
        left ? customerStatuses.cancelled : textOf(drawStates, row.draw_state),
        row.no === null ? null : ticketNumberOf(campaign.ticket_prefix, row.no),
        row.first_name,
        row.last_name,
        phoneOf(row.phone),
        at(row.confirmed_at),
        at(prize === null ? null : confirmByOf(row, campaign)),
        ...(ships ? addressCells(row, names) : NO_ADDRESS),
        row.customer_id,
        row.ticket_id,
      ]
    }
  },
}

const winnerRows = (db: Db) =>
  db
    .selectFrom('draw_winner')
    .leftJoin('ticket', 'ticket.id', 'draw_winner.ticket_id')
    .innerJoin('draw', 'draw.id', 'draw_winner.draw_id')
    .leftJoin('customer', 'customer.id', 'draw_winner.customer_id')
    .leftJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
    .selectAll('draw_winner')
    .select(['draw.prizes', 'customer.first_name', 'customer.last_name', 'customer.phone', 'customer.status'])
    .select(['customer.address_line', 'customer.postal_code'])
    .select(['customer.subdistrict_id', 'customer.district_id', 'customer.province_id'])
    .select(['reward.draw_state', 'reward.confirmed_at', 'reward.confirm_by', 'ticket.no'])
    .orderBy('draw_winner.draw_id')
    .orderBy('draw_winner.rank')
    .execute()

/** The tables that `export` writes, with Thai headings and values. Ids are in the last columns. */
export const exportTables = { receipts, customers, tickets, winners } as const
