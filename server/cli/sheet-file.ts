import { type FileHandle, open } from 'node:fs/promises'
import type { Cells, Column, SheetFormat } from './cell.ts'
import { csvFormat } from './csv-file.ts'
import { CliError } from './verb.ts'
import { xlsxFormat } from './xlsx-file.ts'

/** Number of rows written to the file at a time. */
const CHUNK = 2000

const formats = { xlsx: xlsxFormat, csv: csvFormat } as const
type Kind = keyof typeof formats

/**
 * Writes rows to an Excel workbook or a CSV file that only its owner can read. Without `kind`, the file's extension
 * chooses, and CliError is thrown for another extension. Returns the number of rows.
 */
export async function writeSheet(
  path: string,
  columns: readonly Column[],
  rows: AsyncIterable<Cells>,
  step: (rows: number) => void,
  kind = kindOf(path),
): Promise<number> {
  const format: SheetFormat = formats[kind](columns)
  const file = await openPrivate(path)
  try {
    let waiting: Cells[] = []
    let count = 0
    const write = async (parts: readonly Uint8Array[]) => {
      for (const part of parts) await file.write(part)
    }
    const flush = async () => {
      await write(format.add(waiting))
      step(waiting.length)
      count += waiting.length
      waiting = []
    }
    for await (const cells of rows) {
      waiting.push(cells)
      if (waiting.length === CHUNK) await flush()
    }
    await flush()
    await write(format.end())
    return count
  } finally {
    await file.close()
  }
}

function kindOf(path: string): Kind {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase()
  if (extension !== 'xlsx' && extension !== 'csv')
    throw new CliError(`${path}: the file's name must end in .xlsx or .csv`)
  return extension
}

async function openPrivate(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'w', 0o600)
    // The mode above does not apply to a file that already exists.
    await file.chmod(0o600)
    return file
  } catch (error) {
    throw new CliError(`${path}: cannot write the file (${(error as NodeJS.ErrnoException).code})`)
  }
}
