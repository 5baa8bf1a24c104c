import { invalid } from '#server/errors.ts'

/** Strict UTF-8; throws VALIDATION for anything else. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid('body', 'encoding')
  }
}
