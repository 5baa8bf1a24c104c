/** Parses the `Link` header (RFC 8288); null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const next = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return next === undefined ? null : new URLSearchParams(next.split('?')[1]).get('cursor')
}
