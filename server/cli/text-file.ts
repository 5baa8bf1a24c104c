import { readFile } from 'node:fs/promises'
import { decodeUtf8 } from '#contract/decode-text.ts'
import { CliError } from './verb.ts'

/** Throws CliError if the file cannot be read or `decode` returns null, for example because of the file's encoding. */
export async function readTextFile(path: string, decode = decodeUtf8): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path}: cannot read the file (${error.code})`)
  })
  const text = decode(bytes)
  if (text === null) throw new CliError(`${path}: the file is not UTF-8 text; save it as "CSV UTF-8"`)
  return text
}
