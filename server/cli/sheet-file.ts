import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { type Lang, langs } from '#contract/languages.ts'
import type { FileParts } from '#server/action.ts'
import type { Cells, Column } from '#server/exports/cell.ts'
import { type SheetKind, sheetBytes } from '#server/exports/sheet.ts'
import { oneOf, textOption } from './options.ts'
import { type BaseContext, CliError } from './verb.ts'

export const SHEET_USAGE = '[--lang th|en] [--plain]'
export const sheetHelp = [
  '--lang    the language of the headings and values: th (default) or en',
  '--plain   only for CSV: for other programs instead of Excel. Phone numbers and other texts of digits are not wrapped as',
  '          ="0812345678", which keeps their zeros in Excel, and times are ISO 8601.',
]

export const langOption = (context: Pick<BaseContext, 'options'>): Lang =>
  oneOf(textOption(context, 'lang') ?? 'th', '--lang', langs)

/** Throws CliError if the file's extension is neither .xlsx nor .csv, or if `--plain` is given for .xlsx. */
export function sheetKind(context: Pick<BaseContext, 'options'>, path: string): SheetKind {
  const kind = kindOf(path)
  if (context.options.plain !== true) return kind
  if (kind === 'xlsx') throw new CliError('--plain: is only for CSV files')
  return 'plain-csv'
}

/** Writes rows to an Excel workbook or a CSV file, whichever the file's extension names. */
export const writeSheet = (
  path: string,
  columns: readonly Column[],
  rows: AsyncIterable<Cells>,
): Promise<number> =>
  writeRows(
    path,
    onRows => sheetBytes(kindOf(path), columns, rows, onRows),
    () => {},
  )

/**
 * Writes a file that only its owner can read, and returns the number of rows. The file appears only once it is
 * complete, because a truncated CSV file looks complete.
 */
export async function writeRows(
  path: string,
  write: FileParts,
  step: (rows: number) => void,
): Promise<number> {
  let count = 0
  const bytes = write(added => {
    count += added
    step(added)
  })
  // A pipe or a device cannot be replaced.
  if (await isSpecial(path)) {
    await writeAll(path, path, bytes)
    return count
  }
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.unfinished`
  try {
    await writeAll(path, unfinished, bytes)
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

/** Errors mention `path` instead of the temporary `target`. */
async function writeAll(path: string, target: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await openPrivate(path, target)
  try {
    // Use `writeFile`: on an almost full disk, `write` may write only part of the data without an error.
    for await (const part of bytes) await file.writeFile(part)
  } finally {
    await file.close()
  }
}

function kindOf(path: string): 'xlsx' | 'csv' {
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
