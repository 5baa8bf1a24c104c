import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendUpstream } from '../proxy/upstream-request.ts'
import { proxyAuthorization } from './upstream.ts'

/** Hop-by-hop headers (RFC 9110, section 7.6.1), which a proxy must not forward. */
const PER_CONNECTION = 'connection keep-alive proxy-authorization proxy-connection te upgrade'.split(' ')

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

/** Forwards a request with an absolute URL: any http request, and axios's https requests. */
export function forwardPlain(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: URL,
  proxy: URL | null,
): void {
  const headers = withHost(passedOn(incoming), url.host)
  // Without a tunnel, the user's proxy accepts only plain HTTP requests.
  const via = url.protocol === 'http:' ? proxy : null
  if (via !== null) headers.push(...Object.entries(proxyAuthorization(via)).flat())
  const server = via ?? url
  const path = via === null ? url.pathname + url.search : url.href
  sendUpstream(incoming, outgoing, {
    server,
    options: { path, headers },
    answered: answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer))
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    },
    failed: problem => `${server.host} cannot be reached: ${problem}`,
  })
}
