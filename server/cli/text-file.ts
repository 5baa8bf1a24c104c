import { readFile } from 'node:fs/promises'
import { CliError } from './verb.ts'

/** Throws CliError if the file cannot be read or is not UTF-8. */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path}: cannot read the file (${error.code})`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError(`${path}: the file is not UTF-8 text; save it as "CSV UTF-8"`)
  }
}
