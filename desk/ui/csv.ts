import { saveFile } from './save-file.ts'

/** A cell of a table: text or a number. */
export type Cell = string | number

/** First characters that make a spreadsheet read a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats a table as CSV (RFC 4180) with a byte order mark, so that Excel reads Thai. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')}`

/** Saves a CSV text as a file of this computer. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
