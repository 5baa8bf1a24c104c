import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { connect as secureConnect } from 'node:tls'
import { isLoopback, socketHost } from '../loopback.ts'
import { answerNode, isEmulatorPath, throughNetwork } from '../node.ts'
import { answerWith, type ProxiedApp, throughProxy } from './answer.ts'
import { sendUpstream } from './upstream-request.ts'

function headersFor(target: URL, incoming: IncomingMessage): IncomingMessage['headers'] {
  const { origin, referer, host } = incoming.headers
  const own = `http://${host}`
  return {
    ...incoming.headers,
    host: target.host,
    ...(origin === own ? { origin: target.origin } : {}),
    ...(referer?.startsWith(`${own}/`) ? { referer: target.origin + referer.slice(own.length) } : {}),
  }
}

/** Does not resolve a path such as `//api.line.me/` like a link. Clients of a forward proxy send an absolute URL. */
function pathOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || !URL.canParse(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}

function forward(proxy: ProxiedApp, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { target } = proxy
  const headers = { ...headersFor(target, incoming), 'accept-encoding': 'identity' }
  sendUpstream(incoming, outgoing, {
    server: target,
    options: { path: pathOf(incoming), headers, ...certificateCheck(target) },
    answered: answer => {
      answerWith(proxy, answer, outgoing).catch(() => outgoing.destroy())
    },
    failed: problem => `${target.origin} does not answer: ${problem}`,
  })
}

/** Local servers often use self-signed certificates, for example `next dev --experimental-https`. */
const certificateCheck = ({ hostname }: URL) => ({ rejectUnauthorized: !isLoopback(hostname) })

/**
 * Rewrites LINE's redirects to the app's server. A back end passes its own URL to LINE Login as the callback URL, but
 * at that URL, the emulator could not intercept the page's requests to LINE.
 */
function redirectThroughProxy({ target }: ProxiedApp, outgoing: ServerResponse): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (...args: unknown[]) => ServerResponse
  const own = {
    writeHead: (status: number, headers: OutgoingHttpHeaders = {}) => {
      const { location } = headers
      const local = typeof location === 'string' ? { location: throughProxy(location, target) } : {}
      return writeHead(status, { ...headers, ...local })
    },
  }
  Object.assign(outgoing, own)
}

async function handle(proxy: ProxiedApp, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  if (isEmulatorPath(path)) redirectThroughProxy(proxy, outgoing)
  if (await answerNode(proxy.emulator, incoming, outgoing)) return
  if (await throughNetwork(proxy.emulator, incoming, outgoing)) forward(proxy, incoming, outgoing)
}

/** Removes the offer of HTTP/2, which servers may ignore (RFC 9110, 7.8). Node mistakes it for a WebSocket. */
function withoutUpgrade({ method, url, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`]
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    if (/^connection$/i.test(name))
      lines.push(`${name}: ${/\bclose\b/i.test(value) ? 'close' : 'keep-alive'}`)
    else if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Serves the app at `target` and LINE on one origin. Also forwards WebSockets, for example for hot reload. */
export function createProxy(proxy: ProxiedApp): Server {
  const server = createServer((incoming, outgoing) => {
    handle(proxy, incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('upgrade', (incoming, socket, head) => {
    if (incoming.headers.upgrade?.toLowerCase() === 'h2c') {
      socket.unshift(Buffer.concat([withoutUpgrade(incoming), head]))
      server.emit('connection', socket)
      return
    }
    const { port, protocol } = proxy.target
    const host = socketHost(proxy.target)
    const secure = protocol === 'https:'
    const where = { host, port: Number(port || (secure ? 443 : 80)) }
    const upstream = secure
      ? secureConnect({ ...where, servername: host, ...certificateCheck(proxy.target) })
      : connect(where)
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (const [name, value] of Object.entries(headersFor(proxy.target, incoming)))
      lines.push(`${name}: ${String(value)}`)
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket).pipe(upstream)
    for (const one of [upstream, socket]) {
      one.on('error', () => {
        upstream.destroy()
        socket.destroy()
      })
    }
  })
  return server
}
