import { assertNever } from '#contract/assert-never.ts'
import type { Words } from '#contract/languages.ts'
import type { RiskReason } from './reasons.ts'

export function reasonText(reason: RiskReason): Words {
  switch (reason.code) {
    case 'same-number':
      return numberText(reason)
    case 'same-photo':
      return { th: 'รูปเดียวกัน', en: 'same photo' }
    case 'similar-photo':
      return { th: 'อาจเป็นรูปเดียวกันที่บันทึกใหม่', en: 'possibly the same photo, saved again' }
    case 'same-amount':
      return { th: 'ร้านและยอดเงินเดียวกันภายในหนึ่งวัน', en: 'same store and amount within a day' }
    case 'next-number':
      return {
        th: `เลขที่ใบเสร็จห่างจากของลูกค้าคนอื่นหนึ่งเลข ซื้อห่างกัน ${timeTh(reason.minutes)}`,
        en: `number one off from another customer’s receipt, bought ${timeEn(reason.minutes)} apart`,
      }
    case 'store-moved':
      return {
        th: `${reason.direct ? '' : 'ใบเสร็จอื่นของลูกค้า: '}ซื้อในสองจังหวัดที่ห่างกัน ${reason.km} กม. ภายใน ${timeTh(reason.minutes)}`,
        en: `${reason.direct ? '' : 'other receipts of this customer: '}bought in two provinces ${reason.km} km apart within ${timeEn(reason.minutes)}`,
      }
    case 'shared-address':
      return {
        th: `มีลูกค้าอื่น ${reason.customers} คนใช้ที่อยู่เดียวกัน`,
        en: `${counted(reason.customers, 'other customer')} at the same address`,
      }
    case 'phone-block':
      return {
        th: `มีลูกค้าอื่น ${reason.customers} คนที่เบอร์โทรต่างกันแค่สองหลักท้าย`,
        en: `${counted(reason.customers, 'other customer')} with a phone number that differs only in the last two digits`,
      }
    case 'customer-rate':
      return {
        th: `ซื้อ ${reason.receipts} ครั้งภายใน ${reason.hours} ชั่วโมง`,
        en: `${counted(reason.receipts, 'purchase')} by this customer within ${counted(reason.hours, 'hour')}`,
      }
    case 'store-rate':
      return {
        th: `มีใบเสร็จจากร้านนี้ ${reason.receipts} ใบภายใน ${reason.minutes} นาที`,
        en: `${counted(reason.receipts, 'receipt')} from this store within ${counted(reason.minutes, 'minute')}`,
      }
    case 'rejected-before':
      return {
        th: `ใบเสร็จอื่นของลูกค้า ${reason.receipts} ใบถูกปฏิเสธว่าซ้ำหรือผิดปกติ`,
        en: `${counted(reason.receipts, 'other receipt')} of this customer rejected as a duplicate or a fraud`,
      }
    default:
      return assertNever(reason)
  }
}

function numberText({ store }: Extract<RiskReason, { code: 'same-number' }>): Words {
  switch (store) {
    case 'same':
      return { th: 'เลขที่ใบเสร็จเดียวกัน', en: 'same number' }
    case 'same-chain':
      return { th: 'เลขที่ใบเสร็จเดียวกัน ต่างสาขา', en: 'same number at another branch' }
    case 'other':
      return { th: 'เลขที่ใบเสร็จเดียวกัน ต่างร้าน', en: 'same number at another store' }
    default:
      return assertNever(store)
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
const [HOUR, DAY] = [60, 24 * 60]

const timeEn = (minutes: number): string =>
  minutes < HOUR
    ? counted(minutes, 'minute')
    : minutes < 2 * DAY
      ? counted(Math.round(minutes / HOUR), 'hour')
      : counted(Math.round(minutes / DAY), 'day')

const timeTh = (minutes: number): string =>
  minutes < HOUR
    ? `${minutes} นาที`
    : minutes < 2 * DAY
      ? `${Math.round(minutes / HOUR)} ชั่วโมง`
      : `${Math.round(minutes / DAY)} วัน`
