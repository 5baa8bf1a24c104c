import { correction, generate } from 'lean-qr'
import { chunksOf } from '#server/chunks.ts'
import { escapeHtml } from '#server/escape-html.ts'

/** The ticket number is also printed as a QR code. The name and phone are empty if they were deleted. */
export type Slip = { readonly ticketNo: string; readonly name: string; readonly phone: string }

export const SLIPS_PER_PAGE = 24

const style = `
  @page { size: A4; margin: 8mm }
  * { box-sizing: border-box; margin: 0 }
  body { font: 11pt/1.5 'Sarabun', 'Noto Sans Thai', 'Loma', 'Garuda', 'Thonburi', 'Leelawadee UI', sans-serif }
  section { display: grid; grid-template: repeat(8, 35mm) / repeat(3, 1fr); break-after: page }
  section:last-child { break-after: auto }
  div { position: relative; border: 1px dashed #999; padding: 4mm 27mm 4mm 4mm; overflow: hidden }
  code { display: block; margin-bottom: 1mm; font: 600 12pt/1.3 monospace; white-space: nowrap }
  code.id { font-size: 6.5pt; white-space: normal; overflow-wrap: anywhere }
  svg { position: absolute; top: 4mm; right: 3mm; width: 21mm; height: 21mm }
  b { display: block; overflow-wrap: anywhere }`

/** Returns an HTML document with A4 pages of slips and cutting lines. It has no scripts and loads nothing. */
export function slipSheet(slips: readonly Slip[]): string {
  const pages = chunksOf(slips, SLIPS_PER_PAGE).map(
    page => `<section>\n${page.map(slipHtml).join('\n')}\n</section>`,
  )
  return `<!doctype html>\n<html lang="th"><meta charset="utf-8"><title>Slips</title><style>${style}</style>\n${pages.join('\n')}\n`
}

/** Longest ticket number that fits in large type. The ids in old lists are longer. */
const NUMBER_MAX = 18

const slipHtml = ({ ticketNo, name, phone }: Slip): string => {
  const size = ticketNo.length > NUMBER_MAX ? ' class="id"' : ''
  return `<div>${qrSvg(ticketNo)}<code${size}>${escapeHtml(ticketNo)}</code>${escapeHtml(phone)}<b>${escapeHtml(name)}</b></div>`
}

/** At correction level M, up to 15 % of a code may be smudged. */
function qrSvg(text: string): string {
  const code = generate(text, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      const from = x
      while (code.get(x, y)) x++
      if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`
    }
  }
  return `<svg viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}
