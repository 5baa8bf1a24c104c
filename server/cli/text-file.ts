import { readFile } from 'node:fs/promises'
import { CliError } from './verb.ts'

/** The text of a file that the organiser names. Refused where it cannot be read, or is no UTF-8. */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path}: cannot be read (${error.code})`)
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError(`${path}: is not UTF-8 text; save it as "CSV UTF-8"`)
  }
}
