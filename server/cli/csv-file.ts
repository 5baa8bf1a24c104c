import { bangkokSecond } from '#contract/rules.ts'
import type { Cell, Cells, Column, SheetFormat } from './cell.ts'

/** First characters that make a spreadsheet read a cell as a formula (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Formats a cell as CSV (RFC 4180). Text that a spreadsheet would read as a formula gets a leading
 * apostrophe, so that the spreadsheet shows it as text.
 */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') {
    if ('baht' in cell) return cell.baht.toFixed(2)
    return 'at' in cell ? `${bangkokSecond(cell.at)}+07:00` : cell.day
  }
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

const csvRow = (cells: Cells): string => `${cells.map(csvCell).join(',')}\r\n`

/** Formats rows as CSV in UTF-8, with a byte order mark so that Excel reads Thai. */
export function csvFormat(columns: readonly Column[]): SheetFormat {
  let head = `\uFEFF${csvRow(columns.map(column => column.head))}`
  const add = (rows: readonly Cells[]) => {
    const bytes = Buffer.from(head + rows.map(csvRow).join(''))
    head = ''
    return [bytes]
  }
  return { add, end: () => add([]) }
}
