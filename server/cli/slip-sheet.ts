/** One slip: ticket number, and the customer's name and phone, which are empty if they were deleted. */
export type Slip = { readonly ticketNo: string; readonly name: string; readonly phone: string }

/** Slips per A4 page, in three columns. */
export const SLIPS_PER_PAGE = 24

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, char => escapes[char] ?? char)

const style = `
  @page { size: A4; margin: 8mm }
  * { box-sizing: border-box; margin: 0 }
  body { font: 11pt/1.5 'Sarabun', 'Noto Sans Thai', 'Loma', 'Garuda', 'Thonburi', 'Leelawadee UI', sans-serif }
  section { display: grid; grid-template: repeat(8, 35mm) / repeat(3, 1fr); break-after: page }
  section:last-child { break-after: auto }
  div { border: 1px dashed #999; padding: 4mm; overflow: hidden }
  code { display: block; font: 7.5pt/1.4 monospace; margin-top: 2mm }
  b { display: block; overflow-wrap: anywhere }`

/** Returns an HTML document with slips for printing on A4, with lines to cut along. It has no scripts and loads nothing. */
export function slipSheet(slips: readonly Slip[]): string {
  const pages: string[] = []
  for (let at = 0; at < slips.length; at += SLIPS_PER_PAGE) {
    const page = slips.slice(at, at + SLIPS_PER_PAGE).map(slipHtml)
    pages.push(`<section>\n${page.join('\n')}\n</section>`)
  }
  return `<!doctype html>\n<html lang="th"><meta charset="utf-8"><title>Slips</title><style>${style}</style>\n${pages.join('\n')}\n`
}

const slipHtml = ({ ticketNo, name, phone }: Slip): string =>
  `<div><b>${escaped(name)}</b>${escaped(phone)}<code>${escaped(ticketNo)}</code></div>`
