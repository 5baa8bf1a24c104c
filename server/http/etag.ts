import type { WithHeaders } from '#server/handler.ts'
import { sha256Hex } from '#server/hash.ts'

/**
 * Adds an `ETag` to a response body: the hash of its JSON. A phone that has the same body in its cache then
 * gets 304.
 */
export function withEtag<T>(answer: T, headers: Record<string, string> = {}): WithHeaders<T> {
  return { answer, headers: { ETag: `"${sha256Hex(JSON.stringify(answer)).slice(0, 32)}"`, ...headers } }
}

/** True if `If-None-Match` names this ETag. Compares weakly (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some(tag => opaque(tag) === opaque(etag))
}
