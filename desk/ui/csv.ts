import { csvTextForExcel } from '#contract/csv-text.ts'
import { saveFile } from './save-file.ts'

export type Cell = string | number

/** Excel reads this format as a date in every language. */
const DAY = /^\d{4}-\d\d-\d\d$/

const cellOf = (cell: Cell): string =>
  typeof cell === 'number' ? String(cell) : DAY.test(cell) ? cell : csvTextForExcel(cell)

/** CSV (RFC 4180) with a byte order mark, so that Excel reads Thai. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')}`

export const saveCsv = (name: string, text: string): void =>
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
