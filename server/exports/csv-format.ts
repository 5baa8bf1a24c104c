import { bangkokSecond } from '#contract/rules.ts'
import type { Cell, Cells, Column, SheetFormat } from './cell.ts'

/** Who reads the file: Excel after a double click, or another program, which wants texts as they are and ISO times. */
export type CsvReader = 'excel' | 'program'

/** First characters that make a spreadsheet read a cell as a formula (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Texts that Excel would change: it drops the zero of a phone number, rounds long numbers, and reads 12-05 or MAR-12 as a date.
 * Ids of 36 characters stay as they are. The texts have no quotes, and Excel refuses longer ones in a formula.
 */
const CHANGED_BY_EXCEL =
  /^(?![\da-f-]{36}$)(?:\d[\d .,:/eE+-]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ /-]?\d[\d ,/-]*)$/i
const FORMULA_TEXT_MAX = 255

/**
 * Formats a cell as CSV (RFC 4180). Text that a spreadsheet would read as a formula gets a leading apostrophe, so that the
 * spreadsheet shows it as text. For Excel, text that looks like a number or a date becomes `="0812345678"`, a constant that
 * Excel shows as the text, and times have the form that Excel reads as a date.
 */
export function csvCell(cell: Cell, reader: CsvReader = 'excel'): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') {
    if ('baht' in cell) return cell.baht.toFixed(2)
    if ('day' in cell) return cell.day
    const second = bangkokSecond(cell.at)
    return reader === 'excel' ? second.replace('T', ' ') : `${second}+07:00`
  }
  if (reader === 'excel' && cell.length <= FORMULA_TEXT_MAX && CHANGED_BY_EXCEL.test(cell))
    return quoted(`="${cell}"`)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) || text !== text.trim() ? quoted(text) : text
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Formats rows as CSV in UTF-8, with a byte order mark so that Excel reads Thai. */
export function csvFormat(columns: readonly Column[], reader: CsvReader = 'excel'): SheetFormat {
  const csvRow = (cells: Cells): string => `${cells.map(cell => csvCell(cell, reader)).join(',')}\r\n`
  let head = `\uFEFF${csvRow(columns.map(column => column.head))}`
  const add = (rows: readonly Cells[]) => {
    const bytes = Buffer.from(head + rows.map(csvRow).join(''))
    head = ''
    return [bytes]
  }
  return { add, end: () => add([]) }
}
