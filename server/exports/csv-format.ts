import { csvText, csvTextForExcel } from '#contract/csv-text.ts'
import { bangkokSecond } from '#contract/rules.ts'
import type { Cell, Cells, Column, SheetFormat } from './cell.ts'

/** `excel` files open with a double-click; `program` is for software, with unchanged text and ISO times. */
export type CsvReader = 'excel' | 'program'

/** Formats a cell as CSV (RFC 4180). For Excel, times are written so that Excel recognises them as dates. */
export function csvCell(cell: Cell, reader: CsvReader = 'excel'): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') {
    if ('baht' in cell) return cell.baht.toFixed(2)
    if ('day' in cell) return cell.day
    const second = bangkokSecond(cell.at)
    return reader === 'excel' ? second.replace('T', ' ') : `${second}+07:00`
  }
  return reader === 'excel' ? csvTextForExcel(cell) : csvText(cell)
}

/** Writes UTF-8 with a byte order mark, so that Excel displays Thai correctly. */
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
