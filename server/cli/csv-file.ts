import { type FileHandle, open } from 'node:fs/promises'
import { CliError } from './verb.ts'

export type Cell = string | number | null

/** Number of rows written to the file at a time. */
const CHUNK = 2000

/** First characters that make a spreadsheet read a cell as a formula (ASVS 1.2.10). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Formats a cell as CSV (RFC 4180). Text that a spreadsheet would read as a formula gets a leading
 * apostrophe, so that the spreadsheet shows it as text.
 */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * Writes rows to a CSV file that only its owner can read. The file starts with a byte order mark so that Excel detects
 * UTF-8. Returns the number of rows.
 */
export async function writeCsv(
  path: string,
  head: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  step: (rows: number) => void,
): Promise<number> {
  const file = await openForWriting(path)
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

async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600)
  } catch (error) {
    throw new CliError(`${path}: cannot write the file (${(error as NodeJS.ErrnoException).code})`)
  }
}
