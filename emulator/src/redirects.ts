import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { rewriteLinkHeader, rewriteRefresh } from './line-html.ts'
import { toLocalUrl } from './line-paths.ts'
import { LINE_PREFIX } from './page-config.ts'

type Value = OutgoingHttpHeaders[string]

/** A back end's preload script redirects to the emulator's full URL, but the page may use another origin. */
function withoutOrigin(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]+/, '')
  return path.startsWith(LINE_PREFIX) ? path : address
}

function localRedirect<T extends Value>(name: string, value: T): T | string {
  if (typeof value !== 'string') return value
  if (/^location$/i.test(name)) return withoutOrigin(toLocalUrl(value))
  if (/^link$/i.test(name)) return rewriteLinkHeader(value)
  return /^refresh$/i.test(name) ? rewriteRefresh(value) : value
}

type Headers = OutgoingHttpHeaders | Value[]

function localHeaders(headers: Headers): Headers {
  if (!Array.isArray(headers))
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, localRedirect(name, value)]),
    )
  return headers.map((value, at) => (at % 2 === 1 ? localRedirect(String(headers[at - 1]), value) : value))
}

export function rewriteRedirects(outgoing: ServerResponse): void {
  const setHeader = outgoing.setHeader.bind(outgoing)
  const writeHead = outgoing.writeHead.bind(outgoing) as (...args: unknown[]) => ServerResponse
  const own = {
    setHeader: (name: string, value: string) => setHeader(name, localRedirect(name, value)),
    writeHead: (...args: unknown[]) =>
      writeHead(
        ...args.map(one => (typeof one === 'object' && one !== null ? localHeaders(one as Headers) : one)),
      ),
  }
  Object.assign(outgoing, own)
}
