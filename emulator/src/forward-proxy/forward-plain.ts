import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import { proxyAuthorization } from './upstream.ts'

/** Hop-by-hop headers (RFC 9110, section 7.6.1), which a proxy must not forward. */
const PER_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
]

function passedOn({ rawHeaders, headers }: IncomingMessage): string[] {
  const named = (headers.connection ?? '').split(',').map(name => name.trim().toLowerCase())
  return rawHeaders.flatMap((name, at) => {
    const dropped = PER_CONNECTION.includes(name.toLowerCase()) || named.includes(name.toLowerCase())
    return at % 2 === 1 || dropped ? [] : [name, rawHeaders[at + 1] ?? '']
  })
}

/** Sets the `Host` header, which must match the request's URL (RFC 9112, section 3.2.2). */
function withHost(headers: readonly string[], host: string): string[] {
  const others = headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== 'host')
  return ['Host', host, ...others]
}

export function refuseRequest(outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  outgoing.setHeader('Content-Type', 'text/plain; charset=utf-8')
  // HTTP/2 does not have a `Connection` header.
  if (!('stream' in outgoing)) outgoing.setHeader('Connection', 'close')
  outgoing.writeHead(status).end(`${message}\n`)
}

/**
 * Forwards a request with an absolute URL, the form for http requests through a proxy. axios also uses it for https.
 */
export function forwardPlain(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: URL,
  proxy: URL | null,
): void {
  const { method } = incoming
  const headers = withHost(passedOn(incoming), url.host)
  // Without a tunnel, the user's proxy accepts only plain HTTP requests.
  const via = url.protocol === 'http:' ? proxy : null
  if (via !== null) headers.push(...Object.entries(proxyAuthorization(via)).flat())
  const where = via ?? url
  const send = where.protocol === 'https:' ? secureRequest : request
  const path = via === null ? url.pathname + url.search : url.href
  const { hostname, port, protocol } = where
  const upstream = send(
    { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path, method, headers },
    answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer))
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    },
  )
  upstream.on('error', error =>
    refuseRequest(outgoing, 502, `${where.host} cannot be reached: ${error.message}`),
  )
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}
