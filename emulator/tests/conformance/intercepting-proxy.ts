import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { listen } from '#tests/kit/listen.ts'
import { selfSigned } from '#tests/kit/self-signed.ts'
import type { PageAnswer, PageRequest } from './page-network.ts'

export type InterceptingProxy = {
  /** `127.0.0.1:{port}`. */
  readonly address: string
  readonly close: () => Promise<void>
}

type Answer = (request: PageRequest) => Promise<PageAnswer | null>

export async function startInterceptingProxy(answer: Answer): Promise<InterceptingProxy> {
  const hosts = createHttpsServer(selfSigned(), (incoming, outgoing) => {
    respond(answer, incoming, outgoing).catch(() => outgoing.destroy())
  })
  const proxy = createHttpServer((_, outgoing) => void outgoing.writeHead(502).end())
  const tunnels = new Set<Duplex>()
  proxy.on('connect', (_, socket) => {
    tunnels.add(socket)
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    hosts.emit('connection', socket)
  })
  const { port } = await listen(proxy)
  return {
    address: `127.0.0.1:${port}`,
    async close() {
      for (const socket of tunnels) socket.destroy()
      // Does not wait for "close", which may never come, because a tunnel's socket belongs to the TLS server.
      proxy.close()
    },
  }
}

async function respond(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = incoming
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value)
  const answered = await answer({
    ...{ method, headers, url: `https://${headers.host}${url}` },
    body: parts.length === 0 ? null : Buffer.concat(parts),
    forScript: headers['sec-fetch-dest'] === 'script',
  })
  if (answered === null) return void outgoing.destroy()
  // The browser retries a request if the connection breaks and was used before. So every request gets a new one.
  outgoing.writeHead(answered.status, { ...answered.headers, connection: 'close' }).end(answered.body)
}
