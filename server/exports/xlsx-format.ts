import { BANGKOK_OFFSET_MS } from '#contract/rules.ts'
import { DAY_MS } from '#contract/time.ts'
import { zipWriter } from '#server/zip-writer.ts'
import type { Cell, Cells, Column, SheetFormat } from './cell.ts'
import * as parts from './xlsx-parts.ts'

/** Excel's limit of rows per sheet, including the heading row. */
const SHEET_ROWS = 1_048_576
/** Excel's limit of characters per cell. */
const TEXT_MAX = 32_767
/** Excel's serial number for 1970-01-01. */
const DAY_1970 = 25_569

/**
 * Formats rows as an Excel workbook. Strings are text cells, so that Excel keeps the leading zero of a phone number and
 * never evaluates a formula. Only the rows of a single call are in memory; libraries such as write-excel-file hold the
 * whole workbook, 1.3 GB for 100,000 customers. Rows beyond `sheetRows` go to another sheet.
 */
export function xlsxFormat(columns: readonly Column[], sheetRows = SHEET_ROWS): SheetFormat {
  const packed = zipWriter()
  const push = (xml: string, isLast = false) => packed.push(Buffer.from(xml), isLast)
  let sheets = 0
  let rows = 0
  const beginSheet = () => {
    sheets += 1
    rows = 1
    packed.begin(parts.sheetName(sheets))
    push(
      parts.sheetStart(columns) +
        rowXml(
          1,
          columns.map(column => column.head),
          parts.style.head,
        ),
    )
  }
  const endSheet = () => push(parts.sheetEnd(`A1:${letters(columns.length - 1)}${rows}`), true)
  beginSheet()
  return {
    add(added) {
      let xml = ''
      for (const cells of added) {
        if (rows === sheetRows) {
          push(xml)
          xml = ''
          endSheet()
          beginSheet()
        }
        rows += 1
        xml += rowXml(rows, cells)
      }
      push(xml)
      return packed.taken()
    },
    end() {
      endSheet()
      for (const [name, xml] of parts.otherParts(sheets)) {
        packed.begin(name)
        push(xml, true)
      }
      return packed.end()
    },
  }
}

const rowXml = (row: number, cells: Cells, style?: number): string =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(`${letters(column)}${row}`, cell, style)).join('')}</row>`

function cellXml(ref: string, cell: Cell, style?: number): string {
  if (cell === null) return ''
  const number = (value: number, of: number) => `<c r="${ref}" s="${of}"><v>${value}</v></c>`
  if (typeof cell === 'number') return number(cell, parts.style.number)
  if (typeof cell === 'object') {
    if ('baht' in cell) return number(cell.baht, parts.style.baht)
    if ('day' in cell) return number(Date.parse(cell.day) / DAY_MS + DAY_1970, parts.style.day)
    // Round down, because Excel would round half a second up.
    const seconds = Math.floor((cell.at + BANGKOK_OFFSET_MS) / 1000)
    return number((seconds * 1000) / DAY_MS + DAY_1970, parts.style.time)
  }
  const textStyle = style ?? (cell.includes('\n') ? parts.style.lines : parts.style.text)
  const text = xmlText(shortened(cell))
  return `<c r="${ref}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

const shortened = (text: string): string =>
  text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** Returns the letters of a column, counted from 0: A, B … Z, AA … */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/**
 * Escapes text for XML, which cannot contain most control characters and would change a carriage return.
 * Writes them as Excel does: a carriage return as `_x000D_`, and the literal text `_x000D_` as
 * `_x005F_x000D_`.
 */
const xmlText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/(?![\t\n])\p{Cc}/gu, char => `_x${hex4(char)}_`)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const hex4 = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
