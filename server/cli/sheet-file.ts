import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import type { Cells, Column, SheetFormat } from './cell.ts'
import { csvFormat } from './csv-file.ts'
import { CliError } from './verb.ts'
import { xlsxFormat } from './xlsx-file.ts'

/** Number of rows written to the file at a time. */
const CHUNK = 2000

const formats = { xlsx: xlsxFormat, csv: csvFormat } as const
type Kind = keyof typeof formats

/**
 * Writes rows to an Excel workbook or a CSV file that only its owner can read. The file appears when it is complete: half
 * a CSV file looks like a whole one. Without `kind`, the file's extension chooses, and CliError is thrown for another
 * extension. Returns the number of rows.
 */
export async function writeSheet(
  path: string,
  columns: readonly Column[],
  rows: AsyncIterable<Cells>,
  step: (rows: number) => void,
  kind = kindOf(path),
): Promise<number> {
  const format = formats[kind](columns)
  // A pipe or a device cannot be replaced.
  if (await isSpecial(path)) return writeRows(path, path, format, rows, step)
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`
  try {
    const count = await writeRows(path, unfinished, format, rows, step)
    await rename(unfinished, path)
    return count
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

const isSpecial = (path: string): Promise<boolean> =>
  stat(path).then(
    found => !found.isFile(),
    () => false,
  )

/** Writes all rows to `target`. Errors name `path`. Returns the number of rows. */
async function writeRows(
  path: string,
  target: string,
  format: SheetFormat,
  rows: AsyncIterable<Cells>,
  step: (rows: number) => void,
): Promise<number> {
  const file = await openPrivate(path, target)
  try {
    let waiting: Cells[] = []
    let count = 0
    const write = async (parts: readonly Uint8Array[]) => {
      // Use `writeFile`, not `write`: on an almost full disk, `write` may write only a part without an error.
      for (const part of parts) await file.writeFile(part)
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

async function openPrivate(path: string, target: string): Promise<FileHandle> {
  try {
    return await open(target, 'w', 0o600)
  } catch (error) {
    throw new CliError(`${path}: cannot write the file (${(error as NodeJS.ErrnoException).code})`)
  }
}
