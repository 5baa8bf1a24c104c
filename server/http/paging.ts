import { invalid } from '#server/errors.ts'

/** A place in a list that is ordered by time and then id, newest first. Milliseconds since 1970. */
export type ListPlace = { readonly at: number; readonly id: string }

/** The place as callers carry it: opaque to them. */
export const cursorOf = ({ at, id }: ListPlace): string => Buffer.from(`${at}.${id}`).toString('base64url')

/** The place a cursor names; null without one. Throws VALIDATION for anything this server has not made. */
export function placeOf(cursor: string | undefined): ListPlace | null {
  if (cursor === undefined) return null
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!match?.[1] || !match[2]) throw invalid('cursor', 'cursor')
  return { at: Number(match[1]), id: match[2] }
}

/** The `Link` header that names the next page (RFC 8288); nothing where there is none. */
export function nextLink(path: string, query: Readonly<Record<string, string>>): Record<string, string> {
  return { Link: `<${path}?${new URLSearchParams(query)}>; rel="next"` }
}
