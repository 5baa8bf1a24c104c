import { invalid } from '#server/errors.ts'

/** Throws VALIDATION for invalid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid('body', 'encoding')
  }
}
