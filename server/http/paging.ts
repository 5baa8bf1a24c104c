import { invalid } from '#server/errors.ts'

/** A place in a list that is ordered by time and then id, newest first. Milliseconds since 1970. */
export type ListPlace = { readonly at: number; readonly id: string }

/** The place as callers carry it: opaque to them. */
const cursorOf = ({ at, id }: ListPlace): string => Buffer.from(`${at}.${id}`).toString('base64url')

/** The place a cursor names; null without one. Throws VALIDATION for anything this server has not made. */
export function placeOf(cursor: string | undefined): ListPlace | null {
  if (cursor === undefined) return null
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!match?.[1] || !match[2]) throw invalid('cursor', 'cursor')
  return { at: Number(match[1]), id: match[2] }
}

/** How callers ask for a page: its length, where it begins, and what else they want of the list. */
type Asked = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly [more: string]: unknown
}

/**
 * A page of a list out of rows that were read for it, one more than it holds; with the `Link` header that names the
 * next one (RFC 8288) where there is one. `placeOfRow` gives a row's place in the list.
 */
export function pageOf<R>(
  rows: readonly R[],
  path: string,
  asked: Asked,
  placeOfRow: (row: R) => ListPlace,
): { readonly page: readonly R[]; readonly headers: Record<string, string> } {
  const page = rows.slice(0, asked.limit)
  const last = page.at(-1)
  if (rows.length === page.length || !last) return { page, headers: {} }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...asked, cursor: cursorOf(placeOfRow(last)) }))
    if (value !== undefined) query.set(name, String(value))
  return { page, headers: { Link: `<${path}?${query}>; rel="next"` } }
}
