import type { WithHeaders } from '#server/handler.ts'
import { sha256Hex } from '#server/hash.ts'

export function withEtag<T>(answer: T, headers: Record<string, string> = {}): WithHeaders<T> {
  return { answer, headers: { ETag: `"${sha256Hex(JSON.stringify(answer)).slice(0, 32)}"`, ...headers } }
}

/** Uses the weak comparison of RFC 9110, 13.1.2. */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some(tag => opaque(tag) === opaque(etag))
}
