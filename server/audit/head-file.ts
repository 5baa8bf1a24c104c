import { type FileHandle, open, readFile } from 'node:fs/promises'
import { type AuditHead, headLine, headOfLine, type KeptHead } from './head.ts'

/** `unreadable` lists the numbers of the lines that are not a valid head. */
export type HeadFile = { readonly heads: readonly KeptHead[]; readonly unreadable: readonly number[] }

/**
 * Appends a head as one line, creating the file if necessary. A single write in append mode is safe with several
 * processes, on a network share, and for an append-only file. Starts a new line if a power failure has truncated the
 * last one.
 */
export async function appendHead(path: string, head: AuditHead, at: number): Promise<void> {
  const file = await open(path, 'a+', 0o644)
  try {
    const end = await endOf(file)
    const isWhole = end === '' || end.endsWith('\n')
    await file.appendFile(`${isWhole ? '' : '\n'}${headLine(head, at)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function lastHead(path: string): Promise<AuditHead | null> {
  try {
    const file = await open(path, 'r')
    const end = await endOf(file).finally(() => file.close())
    return (
      end
        .split('\n')
        .map(headOfLine)
        .findLast(head => head !== null) ?? null
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** In bytes, enough for several lines. */
const END_BYTES = 4096

async function endOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(Math.min(size, END_BYTES))
  if (bytes.length > 0) await file.read(bytes, 0, bytes.length, size - bytes.length)
  return bytes.toString()
}

export async function readHeads(path: string): Promise<HeadFile> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const heads: KeptHead[] = []
  const unreadable: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const head = headOfLine(line)
    if (head === null) unreadable.push(index + 1)
    else heads.push({ ...head, from: `${path}, line ${index + 1}` })
  }
  return { heads, unreadable }
}
