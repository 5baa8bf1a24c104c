import { invalid } from '#server/errors.ts'

export type ListPlace = { readonly at: number; readonly id: string }

export const cursorOf = ({ at, id }: ListPlace): string => Buffer.from(`${at}.${id}`).toString('base64url')

/** Throws VALIDATION if the cursor is malformed. */
export function placeOf(cursor: string | undefined): ListPlace | null {
  if (cursor === undefined) return null
  const match = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!match?.[1] || !match[2]) throw invalid('cursor', 'cursor')
  return { at: Number(match[1]), id: match[2] }
}

type PageQuery = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly [more: string]: unknown
}

/** Returns a page, with a `Link` to the next one if `rows` has one row more than a page. */
export function pageOf<R>(
  rows: readonly R[],
  path: string,
  query: PageQuery,
  placeOfRow: (row: R) => ListPlace,
): { readonly page: readonly R[]; readonly headers: Record<string, string> } {
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  if (rows.length === page.length || !last) return { page, headers: {} }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor: cursorOf(placeOfRow(last)) }))
    if (value !== undefined) params.set(name, String(value))
  return { page, headers: { Link: `<${path}?${params}>; rel="next"` } }
}
