import { bangkokTime } from '#server/bangkok-time.ts'
import { escapeHtml } from '#server/escape-html.ts'
import { fieldWords, leftOutWords, partWords } from './export-words.ts'
import { fromE164 } from './phone.ts'

type Part = Readonly<Record<string, unknown>>
type Exported = Readonly<Record<string, unknown>>

const style = `
  body { font: 16px/1.5 'Sarabun', 'Noto Sans Thai', 'Thonburi', 'Leelawadee UI', system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
  h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid #ccc }
  table { border-collapse: collapse; width: 100%; margin: 0 0 1rem } th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; overflow-wrap: anywhere }
  th { width: 16rem; font-weight: normal; color: #555 } table + table { border-top: 1px solid #ddd } img { max-width: 16rem; max-height: 16rem } small, .empty { color: #555 }
  @media (max-width: 40rem) { th, td { display: block; width: auto; padding: 0 } }`

const both = ([thai, english]: readonly [string, string]): string =>
  `${escapeHtml(thai)} <small lang="en">${escapeHtml(english)}</small>`

/**
 * Renders a human-readable export in Thai and English, with times in Bangkok time. The page has no scripts and loads
 * only the exported photos.
 */
export function exportPage(data: Exported, now: number): string {
  const parts = Object.keys(partWords).map(name => partHtml(name, rowsIn(data[name])))
  const leftOut = Object.values(leftOutWords).map(words => `<li>${both(words)}</li>`)
  return `<!doctype html>
<html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>ข้อมูลของคุณ · Your data</title><style>${style}</style></head><body>
<h1>ข้อมูลของคุณในกิจกรรมนี้ <small lang="en">Your data in this campaign</small></h1>
<p>${bangkokTime(now)} เวลาไทย <small lang="en">Bangkok time, like all times on this page</small></p>
<p>${data.drawAnnounced === true ? '' : both(HIDDEN_RESULT)}</p>
${parts.join('\n')}
<h2>${both(['ข้อมูลที่ไม่มีในไฟล์นี้', 'Not in this file'])}</h2>
<ul><li>${both(['รหัสลับสำหรับเข้าสู่ระบบ', 'secrets for signing in'])}</li>${leftOut.join('')}</ul>
</body></html>
`
}

const HIDDEN_RESULT = [
  'ผลการจับรางวัลจะอยู่ในสำเนาที่ทำหลังวันประกาศผล',
  'The result of the draw is in copies that are made after the announcement',
] as const

const rowsIn = (value: unknown): Part[] =>
  Array.isArray(value) ? (value as Part[]) : value === undefined ? [] : [value as Part]

function partHtml(name: string, rows: readonly Part[]): string {
  const [thai, english] = partWords[name] ?? [name, name]
  const count = name === 'customer' ? '' : ` (${rows.length})`
  const tables = rows.map(
    row =>
      `<table>${Object.entries(row)
        .map(([field, value]) => fieldHtml(field, value))
        .join('')}</table>`,
  )
  const none = `<p class="empty">${both(['ไม่มี', 'none'])}</p>`
  return `<h2 id="${name}">${both([thai, english])}${count}</h2>\n${tables.join('\n') || none}`
}

function fieldHtml(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  return `<tr><th>${both(fieldWords[field] ?? [field, field])}</th><td>${valueHtml(field, value)}</td></tr>`
}

const FLAGS = ['granted', 'isFollowing', 'isOn', 'reserve', 'unsure']
const CORRECTIONS = ['corrected', 'correctedFrom']
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function valueHtml(field: string, value: unknown): string {
  if (field === 'file' && typeof value === 'string')
    return `<a href="${escapeHtml(value)}"><img src="${escapeHtml(value)}" alt="${escapeHtml(value)}" loading="lazy"></a>`
  if (field === 'textFiles' && Array.isArray(value))
    return value.length === 0 ? both(EARLIER_TEXT) : value.map(file => linkHtml(String(file))).join(' ')
  if (field === 'phone') return escapeHtml(fromE164(String(value)))
  if (FLAGS.includes(field)) return both(value === 1 ? ['ใช่', 'yes'] : ['ไม่', 'no'])
  if (CORRECTIONS.includes(field) && typeof value === 'object' && value !== null)
    return `<table>${Object.entries(value)
      .map(([name, one]) => fieldHtml(name, one))
      .join('')}</table>`
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return escapeHtml(ISO_TIME.test(text) ? bangkokTime(Date.parse(text)) : text)
}

const EARLIER_TEXT = ['ข้อความรุ่นก่อน ขอได้จากผู้จัด', 'an earlier text: ask the organiser for it'] as const

const linkHtml = (file: string): string => `<a href="${escapeHtml(file)}">${escapeHtml(file)}</a>`
