import { type FileHandle, open } from 'node:fs/promises'
import { CliError } from './verb.ts'

export type Cell = string | number | null

/** Rows that are collected before they are written. */
const CHUNK = 2000

/** Signs at which a spreadsheet takes a cell for a formula (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A cell as CSV (RFC 4180). A text that a spreadsheet would calculate gets an apostrophe before it, which
 * spreadsheets show as text; numbers are numbers.
 */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Writes rows as they come into a file that only its owner may read, with the byte order mark by which Excel knows
 * UTF-8. Gives the number of rows.
 */
export async function writeCsv(
  path: string,
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  step: (rows: number) => void,
): Promise<number> {
  const file = await opened(path)
  try {
    let waiting = [`\uFEFF${csvRow(head)}`]
    let count = 0
    for await (const cells of rows) {
      waiting.push(csvRow(cells))
      count += 1
      if (waiting.length < CHUNK) continue
      await file.write(waiting.join(''))
      step(waiting.length)
      waiting = []
    }
    await file.write(waiting.join(''))
    return count
  } finally {
    await file.close()
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600)
  } catch (error) {
    throw new CliError(`${path}: cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
