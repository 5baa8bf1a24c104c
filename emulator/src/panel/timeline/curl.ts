import type { Exchange } from '../api/types.ts'

/** Returns a POSIX shell command that repeats the request. */
export function curlOf({ method, url, headers, request }: Exchange): string {
  const type = headers['content-type'] ?? (request === null ? undefined : contentTypeOf(request))
  const all = { ...headers, ...(type === undefined ? {} : { 'content-type': type }) }
  return [
    `curl -X ${quoted(method)} ${quoted(url)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // --data-binary would read a file if the text starts with @. --data-raw does not, and preserves newlines.
    ...(request === null ? [] : [`--data-raw ${quoted(request)}`]),
  ].join(' \\\n  ')
}

/** Inside single quotes, only `'` is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Guesses the content type of a body without a content-type header. */
export function contentTypeOf(body: string): string {
  try {
    JSON.parse(body)
    return 'application/json'
  } catch {
    return /^[\w.%-]+=\S*$/.test(body) ? 'application/x-www-form-urlencoded' : 'text/plain'
  }
}
