import { invalid } from '#server/errors.ts'

/** Decodes UTF-8. Throws VALIDATION if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid('body', 'encoding')
  }
}
