import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../make-folder.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it is read-only',
  EPERM: 'it is read-only',
  EROFS: 'it is read-only',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'its folder is a file',
}

/** Returns an error that says why a file cannot be written and what to do. */
export function unwritable(option: string, file: string, error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = REASONS[code] ?? message
  return new Error(
    `${option}: cannot write ${file}, because ${reason}. Name a file in a folder in which you may create files`,
  )
}

/** Rejects if the state file is not writable: the emulator itself would notice only after the first change. */
export async function requireWritable(option: string, file: string): Promise<void> {
  try {
    await makeFolder(dirname(file))
    const isFolder = (await stat(file).catch(() => null))?.isDirectory() === true
    if (isFolder) throw Object.assign(new Error(), { code: 'EISDIR' })
    await writeFile(`${file}.new`, '', { mode: 0o600 })
    await rm(`${file}.new`)
  } catch (error) {
    throw unwritable(option, file, error)
  }
}
