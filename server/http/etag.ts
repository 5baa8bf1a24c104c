import type { WithHeaders } from '#server/handler.ts'
import { sha256Hex } from '#server/hash.ts'

/** An answer with the hash of its JSON as entity tag, so that a phone that has it gets 304. */
export function withEtag<T>(answer: T, headers: Record<string, string> = {}): WithHeaders<T> {
  return { answer, headers: { ETag: `"${sha256Hex(JSON.stringify(answer)).slice(0, 32)}"`, ...headers } }
}
