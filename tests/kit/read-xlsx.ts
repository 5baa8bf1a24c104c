import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'

/** A cell as Excel shows it. `type` is `text`, `number`, or, for a date, the cell's number format. */
export type XlsxCell = { readonly type: string; readonly value: string }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' }

const textIn = (xml: string): string =>
  xml
    .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '?')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Converts Excel's serial number of a date to `YYYY-MM-DD HH:mm:ss`. */
const dateOf = (serial: string): string =>
  new Date(Math.round((Number(serial) - 25_569) * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** Reads the sheets of an Excel workbook as rows of cells. An empty cell is undefined. Throws if there is a formula. */
export async function readXlsx(path: string): Promise<(XlsxCell | undefined)[][][]> {
  const parts = unzipSync(await readFile(path))
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const formatIds = [...part('xl/styles.xml').matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map(
    ([, id]) => id ?? '',
  )
  const codes = new Map(
    [...part('xl/styles.xml').matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(
      ([, id, code]) => [id, code],
    ),
  )
  const names = [...part('xl/_rels/workbook.xml.rels').matchAll(/Target="(worksheets\/[^"]+)"/g)]
  return names.map(([, target]) =>
    sheetOf(part(`xl/${target}`), style => codes.get(formatIds[style] ?? '') ?? ''),
  )
}

function sheetOf(xml: string, formatOf: (style: number) => string): (XlsxCell | undefined)[][] {
  if (/<f[ >]/.test(xml)) throw new Error('the sheet contains a formula')
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (XlsxCell | undefined)[] = []
    for (const [, letters = '', style, body = ''] of row.matchAll(/<c r="([A-Z]+)\d+" s="(\d+)"(.*?)<\/c>/gs))
      cells[columnOf(letters)] = cellOf(body, formatOf(Number(style)))
    return Array.from(cells)
  })
}

function cellOf(body: string, format: string): XlsxCell {
  const text = /t="inlineStr"><is><t[^>]*>(.*?)<\/t>/s.exec(body)
  if (text) return { type: 'text', value: textIn(text[1] ?? '') }
  const value = /<v>(.*?)<\/v>/.exec(body)?.[1] ?? ''
  if (format.includes('hh:mm')) return { type: format, value: dateOf(value) }
  return format.includes('yyyy')
    ? { type: format, value: dateOf(value).slice(0, 10) }
    : { type: 'number', value }
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
