import type { Words } from '#contract/languages.ts'
import type { DrawState } from '#contract/schema/reward.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { prizeAt, prizesOf, taxOf } from '#server/campaign/prizes.ts'
import { confirmByOf } from '#server/campaign/reward.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'
import { addressCells, addressColumns, addressNames, NO_ADDRESS, parcelLabel } from './address.ts'
import { at } from './cell.ts'
import { customerStatuses } from './customers.ts'
import { column, type ExportTable, inLang, phoneOf, ticketNo, width, wordFor } from './export-table.ts'
import { paginate } from './paginate.ts'

const states: Readonly<Record<DrawState, Words>> = {
  none: { th: '', en: '' },
  entered: { th: 'รอประกาศผล', en: 'not announced yet' },
  won: { th: 'รอยืนยันรับรางวัล', en: 'not confirmed yet' },
  reserve: { th: 'ลำดับสำรอง', en: 'reserve' },
  lost: { th: 'ไม่ได้รับรางวัล', en: 'no prize' },
  confirmed: { th: 'ยืนยันรับรางวัลแล้ว', en: 'confirmed' },
  declined: { th: 'ไม่รับรางวัล', en: 'declined' },
  expired: { th: 'ไม่ยืนยันภายในเวลา', en: 'not confirmed in time' },
}

const winner: Words = { th: 'ผู้โชคดี', en: 'winner' }

/**
 * Winners and reserves with their shipping details, in the order of a parcel label. The address is included only for a
 * confirmed prize that is shipped.
 */
export const winners: ExportTable = {
  columns: [
    column('ลำดับ', 'Rank', 8),
    column('จับได้เป็น', 'Drawn as', width.short),
    column('รางวัล', 'Prize', width.text),
    column('สถานะ', 'Status', width.name),
    column('เลขสิทธิ์', 'Ticket number', width.number),
    column('ชื่อ', 'First name', width.name),
    column('นามสกุล', 'Last name', width.name),
    column('เบอร์โทรศัพท์', 'Phone', width.number),
    ...addressColumns,
    column('จ่าหน้าพัสดุ', 'Parcel label', 44),
    column('วันเวลาที่ตอบ', 'Answered at', width.time),
    column('ยืนยันภายใน', 'Confirm by', width.time),
    column('บริษัทขนส่ง', 'Carrier', width.name),
    column('เลขพัสดุ', 'Tracking number', width.name),
    column('วันเวลาที่ส่ง', 'Sent at', width.time),
    column('วันเวลาที่ได้รับ', 'Received at', width.time),
    column('ภาษีหัก ณ ที่จ่าย', 'Withholding tax', width.short),
    column('ได้รับใบรับรางวัลเมื่อ', 'Receipt signed at', width.time),
    column('ชำระภาษีเมื่อ', 'Tax paid at', width.time),
    column('เห็นหนังสือยินยอมของผู้ปกครองเมื่อ', 'Consent of guardian seen at', width.time),
    column('รหัสลูกค้า', 'Customer id', width.id),
    column('รหัสสิทธิ์', 'Ticket id', width.id),
  ],
  count: db => countOf(db.selectFrom('draw_winner')),
  async *rows(db, lang) {
    const campaign = await readCampaign(db)
    const names = await addressNames(db)
    for await (const row of paginate(winnersAfter(db))) {
      const prize = prizeAt(prizesOf(row.prizes), row.seat)
      const tax = prize === null ? null : taxOf(prize)
      const left = row.status === 'cancelled'
      const phone = phoneOf(row.phone)
      const ships = prize?.delivery === 'shipped' && row.draw_state === 'confirmed' && !left
      yield [
        row.rank,
        (row.reserve === 1 ? states.reserve : winner)[lang],
        prize === null ? null : inLang(prize.titleTh, prize.titleEn, lang),
        left ? customerStatuses.cancelled[lang] : wordFor(states, row.draw_state, lang),
        ticketNo(campaign.ticket_prefix, row.no),
        row.first_name,
        row.last_name,
        phone,
        ...(ships ? addressCells(row, names) : NO_ADDRESS),
        ships ? parcelLabel(row, { ...row, phone }, names) : null,
        at(row.confirmed_at),
        at(prize === null ? null : confirmByOf(row, campaign)),
        row.carrier,
        row.tracking_no,
        at(row.shipped_at),
        at(row.received_at),
        tax === null ? null : { baht: tax },
        at(row.tax_form_at),
        at(row.tax_paid_at),
        at(row.guardian_at),
        row.customer_id,
        row.ticket_id,
      ]
    }
  },
}

function winnersAfter(db: Db) {
  const all = db
    .selectFrom('draw_winner')
    .leftJoin('ticket', 'ticket.id', 'draw_winner.ticket_id')
    .innerJoin('draw', 'draw.id', 'draw_winner.draw_id')
    .leftJoin('customer', 'customer.id', 'draw_winner.customer_id')
    .leftJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
    .leftJoin('prize_delivery', join =>
      join
        .onRef('prize_delivery.draw_id', '=', 'draw_winner.draw_id')
        .onRef('prize_delivery.customer_id', '=', 'draw_winner.customer_id'),
    )
    .selectAll('draw_winner')
    .select(['draw.prizes', 'customer.first_name', 'customer.last_name', 'customer.phone', 'customer.status'])
    .select(['customer.address_line', 'customer.postal_code'])
    .select(['customer.subdistrict_id', 'customer.district_id', 'customer.province_id'])
    .select(['reward.draw_state', 'reward.confirmed_at', 'reward.confirm_by', 'ticket.no'])
    .select(['prize_delivery.carrier', 'prize_delivery.tracking_no', 'prize_delivery.shipped_at'])
    .select(['prize_delivery.received_at', 'prize_delivery.tax_form_at', 'prize_delivery.tax_paid_at'])
    .select('prize_delivery.guardian_at')
    .orderBy('draw_winner.draw_id')
    .orderBy('draw_winner.rank')
  return (last: { draw_id: string; rank: number } | null, limit: number) =>
    all
      .where(eb =>
        eb(
          eb.refTuple('draw_winner.draw_id', 'draw_winner.rank'),
          '>',
          eb.tuple(last?.draw_id ?? '', last?.rank ?? 0),
        ),
      )
      .limit(limit)
      .execute()
}
