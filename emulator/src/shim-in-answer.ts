import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { charsetOf, textOf } from './proxy/decode.ts'
import { withShim } from './proxy/html.ts'
import { SHIM_TAG } from './shim-tag.ts'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]
type Call = (...args: unknown[]) => unknown

function setHeaders(outgoing: ServerResponse, headers: Headers = {}): void {
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, at) => (at % 2 === 0 ? [[String(name), headers[at + 1]] as const] : []))
    : Object.entries(headers)
  for (const [name, value] of pairs) if (value !== undefined) outgoing.setHeader(name, value as string)
}

function pageIn({ method }: IncomingMessage, outgoing: ServerResponse): PassThrough | null {
  const type = String(outgoing.getHeader('content-type') ?? '')
  const isPage = /^text\/html\b/i.test(type) && !outgoing.hasHeader('content-encoding')
  if (!isPage || method === 'HEAD' || [204, 304].includes(outgoing.statusCode)) return null
  outgoing.removeHeader('content-length')
  return new PassThrough()
}

/** Adds the shim to pages that a framework renders on the server, where Vite's `transformIndexHtml` does not run. */
export function addShimToPage(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!/^(document|i?frame)$/.test(String(incoming.headers['sec-fetch-dest'] ?? 'document'))) return
  delete incoming.headers['accept-encoding']
  const own = {
    write: outgoing.write as Call,
    end: outgoing.end as Call,
    writeHead: outgoing.writeHead as Call,
  }
  let page: PassThrough | null | undefined
  const send = async (source: PassThrough) => {
    const charset = charsetOf(String(outgoing.getHeader('content-type')))
    const same = (text: string) => text
    for await (const text of withShim(textOf(source, charset), { tags: SHIM_TAG, text: same, tag: same }))
      if (text !== '' && !own.write.call(outgoing, text)) await once(outgoing, 'drain')
    own.end.call(outgoing)
  }
  const begin = (): PassThrough | null => {
    if (page !== undefined) return page
    page = pageIn(incoming, outgoing)
    if (page !== null) send(page).catch(() => outgoing.destroy())
    return page
  }
  outgoing.on('close', () => page?.destroy())
  Object.assign(outgoing, {
    writeHead(status: number, ...rest: readonly (string | Headers | undefined)[]) {
      const [message] = rest
      outgoing.statusCode = status
      if (typeof message === 'string') outgoing.statusMessage = message
      setHeaders(outgoing, rest.findLast(each => typeof each === 'object') as Headers)
      begin()
      return own.writeHead.call(outgoing, status)
    },
    // If this returned false, the caller would wait for "drain" on the response, but only the page would emit it.
    write: (...args: unknown[]) => {
      const target = begin()
      if (target === null) return own.write.apply(outgoing, args)
      Reflect.apply(target.write, target, args)
      return true
    },
    end: (...args: unknown[]) => {
      const target = begin()
      Reflect.apply(target === null ? own.end : target.end, target ?? outgoing, args)
      return outgoing
    },
  })
}
