const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns null if the bytes are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => decoded(bytes, 'utf-8')

/**
 * Decodes text from a spreadsheet program: UTF-8, UTF-16 with a byte order mark, or Windows-874, which Excel uses for
 * CSV files on Windows in Thai. Returns null if it is none of them.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  const text = decodeUtf8(bytes)
  if (text !== null) return text
  const guess = decoded(bytes, 'windows-874')
  return guess === null || NO_TEXT.test(guess) ? null : guess
}

/**
 * Characters that text files do not contain. Node decodes unused Windows-874 bytes to some of these; browsers reject
 * such bytes.
 */
const NO_TEXT = /[^\P{Cc}\t\r\n]|\p{Co}|\uFFFD/u
