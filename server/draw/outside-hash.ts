import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { SHORT_DIGITS } from '#contract/list-hash.ts'
import { InputError } from '#server/data/input-error.ts'

/** How many bytes to search for a hash. Enough for the start of a published list or an entire announcement. */
const SEARCHED_BYTES = 64 * 1024

const HEXADECIMAL = /^[0-9a-f]+$/
const IN_A_LIST = /"entriesHash":\s*"([0-9a-f]{64})"/

/**
 * Returns a list's outside hash in lower case: all 64 digits, or at least the short form. `text` is the hash itself, or
 * the path of a file with the published list or exactly one hash. The file under verification (`verified`) is not
 * accepted as an outside source.
 */
export async function outsideHash(text: string, verified: string): Promise<string> {
  const digits = text.replace(/[\s-]/g, '').toLowerCase()
  if (HEXADECIMAL.test(digits) && digits.length >= SHORT_DIGITS && digits.length <= 64) return digits
  if (resolve(text) === resolve(verified))
    throw new InputError('--list-hash: must come from elsewhere, not from the file that is verified')
  const found = await hashIn(text)
  if (found === null)
    throw new InputError(
      `--list-hash: must be the hash (64 hexadecimal digits, or the first ${SHORT_DIGITS}) or a file that contains it`,
    )
  return found
}

async function hashIn(path: string): Promise<string | null> {
  const file = await open(path).catch(() => null)
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SEARCHED_BYTES), 0, SEARCHED_BYTES, 0)
    const text = buffer.toString('utf8', 0, bytesRead)
    const listed = IN_A_LIST.exec(text)?.[1]
    if (listed !== undefined) return listed
    const all = new Set([...text.matchAll(/\b[0-9a-f]{64}\b/gi)].map(([hash]) => hash.toLowerCase()))
    return all.size === 1 ? ([...all][0] ?? null) : null
  } finally {
    await file.close()
  }
}
