import { zipWriter } from '#server/zip-writer.ts'
import { SLIPS_PER_PAGE, slipSheet } from './slip-sheet.ts'
import type { SlipRow } from './slips.ts'

/** These slips fill 200 pages, which a browser can lay out within seconds. */
export const SLIPS_PER_FILE = 200 * SLIPS_PER_PAGE

type Sheet = { readonly html: string; readonly slips: number }

/** Yields printable HTML documents with up to `SLIPS_PER_FILE` slips each. Only one document is in memory at a time. */
export async function* slipSheets(rows: AsyncIterable<SlipRow>): AsyncGenerator<Sheet> {
  let waiting: SlipRow[] = []
  const packed = (): Sheet => {
    const slips = waiting.map(({ ticketNo, phone, first, last }) => ({
      ticketNo,
      phone,
      name: `${first} ${last}`.trim(),
    }))
    waiting = []
    return { html: slipSheet(slips), slips: slips.length }
  }
  for await (const row of rows) {
    waiting.push(row)
    if (waiting.length === SLIPS_PER_FILE) yield packed()
  }
  if (waiting.length > 0) yield packed()
}

/** Yields a ZIP file with `slips-1.html`, `slips-2.html` and so on. `onSlips` is called after each HTML file. */
export async function* slipSheetsZip(
  rows: AsyncIterable<SlipRow>,
  now: number,
  onSlips: (count: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const zip = zipWriter(now)
  let number = 0
  for await (const { html, slips } of slipSheets(rows)) {
    number += 1
    yield* zip.add(`slips-${number}.html`, Buffer.from(html))
    onSlips(slips)
  }
  yield* zip.end()
}
