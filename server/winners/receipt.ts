import { TAX_PERCENT } from '#campaign/legal-facts.ts'
import { organiser } from '#campaign/organiser.ts'
import { campaign as english } from '#campaign/texts.en.ts'
import { campaign as thai } from '#campaign/texts.th.ts'
import type { Lang } from '#contract/languages.ts'
import { requireConfirmed } from '#server/draw/seats.ts'
import { escapeHtml } from '#server/escape-html.ts'
import type { Winner } from './list.ts'

/** The winner's data on a prize receipt. The ID card number is filled in by hand and never stored. */
export type PrizeReceipt = Pick<Winner, 'name' | 'rank' | 'status' | 'prize' | 'carrier' | 'trackingNo'> & {
  readonly phone: string | null
  readonly ticketNumber: string | null
}

const texts = {
  th: {
    title: 'ใบรับรางวัล',
    campaign: thai['campaign.name'],
    organiser: `ผู้จัด: ${organiser.nameTh}`,
    winner: 'ผู้รับรางวัล',
    phone: 'เบอร์โทรศัพท์',
    ticket: 'เลขสิทธิ์',
    prize: 'รางวัล',
    value: 'มูลค่า (บาท)',
    tax: `ภาษีหัก ณ ที่จ่าย ${TAX_PERCENT}% (บาท)`,
    noTax: 'ไม่มี',
    unknown: 'ไม่ทราบ',
    parcel: 'พัสดุ',
    idCard: 'เลขประจำตัวประชาชน',
    address: 'ที่อยู่ตามบัตรประชาชน',
    received: 'ฉันได้รับรางวัลข้างต้นครบถ้วนแล้ว',
    receivedTaxed: 'ฉันได้รับรางวัลข้างต้นครบถ้วนแล้ว และชำระภาษีหัก ณ ที่จ่ายตามจำนวนข้างต้นแล้ว',
    winnerSigns: 'ลงชื่อผู้รับรางวัล',
    organiserSigns: 'ลงชื่อผู้มอบรางวัล',
    date: 'วันที่',
    note: 'เอกสารนี้ไม่ใช่หนังสือรับรองการหักภาษี ณ ที่จ่าย ผู้จัดออกหนังสือรับรองแยกต่างหาก',
  },
  en: {
    title: 'Receipt of a prize',
    campaign: english['campaign.name'],
    organiser: `Organiser: ${organiser.nameEn}`,
    winner: 'Winner',
    phone: 'Phone',
    ticket: 'Entry number',
    prize: 'Prize',
    value: 'Value (baht)',
    tax: `Withholding tax ${TAX_PERCENT} % (baht)`,
    noTax: 'none',
    unknown: 'not known',
    parcel: 'Parcel',
    idCard: 'ID card number',
    address: 'Address on the ID card',
    received: 'I have received the prize above in full.',
    receivedTaxed: 'I have received the prize above in full and have paid the withholding tax above.',
    winnerSigns: 'Winner’s signature',
    organiserSigns: 'Signature of the person who hands over the prize',
    date: 'Date',
    note: 'This is not the withholding tax certificate, which the organiser issues separately.',
  },
} as const

const style = `
  @page { size: A4; margin: 20mm }
  * { box-sizing: border-box }
  body { font: 12pt/1.6 'Sarabun', 'Noto Sans Thai', 'Loma', 'Garuda', 'Thonburi', 'Leelawadee UI', sans-serif; max-width: 170mm; margin: 10mm auto }
  h1 { font-size: 18pt; text-align: center; margin: 0 }
  .head { text-align: center; margin: 0 0 8mm }
  table { width: 100%; border-collapse: collapse }
  th, td { border: 1px solid #777; padding: 2mm 3mm; text-align: left; vertical-align: top }
  th { width: 60mm; font-weight: 600 }
  .blank { height: 12mm }
  .high { height: 22mm }
  .signs { display: grid; grid-template-columns: 1fr 1fr; gap: 12mm; margin-top: 22mm }
  .signs div { border-top: 1px solid #000; padding-top: 2mm }
  .note { margin-top: 12mm; font-size: 10pt; color: #444 }`

/**
 * Returns the prize receipt as an HTML document for A4, which has no scripts and loads nothing.
 * Throws DrawRefusal unless the winner has confirmed the prize.
 */
export function prizeReceipt(winner: PrizeReceipt, language: Lang): string {
  requireConfirmed(winner.status)
  const words = texts[language]
  const { prize } = winner
  const number = (value: number) => value.toLocaleString('en-US')
  const tax = prize?.taxBaht ?? null
  const parcel = [winner.carrier, winner.trackingNo].filter(part => part !== null).join(' ')
  const rows: readonly (readonly [name: string, value: string, className?: string])[] = [
    [words.winner, winner.name],
    [words.phone, winner.phone ?? ''],
    [words.ticket, winner.ticketNumber ?? ''],
    [words.prize, prize?.title[language] ?? ''],
    [words.value, prize?.valueBaht == null ? words.unknown : number(prize.valueBaht)],
    [words.tax, tax === null ? words.unknown : tax === 0 ? words.noTax : number(tax)],
    ...(parcel === '' ? [] : [[words.parcel, parcel] as const]),
    [words.idCard, '', 'blank'],
    [words.address, '', 'high'],
  ]
  const cells = rows.map(
    ([name, value, className]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td${className ? ` class="${className}"` : ''}>${escapeHtml(value)}</td></tr>`,
  )
  const sign = (text: string) =>
    `<div>${escapeHtml(text)}<br>${escapeHtml(words.date)} ____ / ____ / ________</div>`
  const isTaxed = tax !== null && tax > 0
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(words.title)}</title><style>${style}</style>
<h1>${escapeHtml(words.title)}</h1>
<p class="head">${escapeHtml(words.campaign)}<br>${escapeHtml(words.organiser)}</p>
<table>
${cells.join('\n')}
</table>
<p>${escapeHtml(isTaxed ? words.receivedTaxed : words.received)}</p>
<div class="signs">${sign(words.winnerSigns)}${sign(words.organiserSigns)}</div>
${isTaxed ? `<p class="note">${escapeHtml(words.note)}</p>\n` : ''}`
}
