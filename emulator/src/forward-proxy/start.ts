import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { LiffEmulator } from '../emulator.ts'
import { isLineHost } from '../line-hosts.ts'
import { openAuthority } from './authority.ts'
import { forwardPlain, refuseRequest } from './forward-plain.ts'
import { answerAsLine, createLineServer, hostNameOf } from './line-server.ts'
import { privateFolder } from './private-folder.ts'
import { type TrustFiles, writeTrustFiles } from './trust-files.ts'
import { parseTarget, refuseTarget, tunnel } from './tunnel.ts'
import { type Upstream, upstreamFrom } from './upstream.ts'

/** A running forward proxy, through which programs in any language reach the emulated LINE. */
export type ForwardProxy = {
  /** URL of the proxy, such as `http://127.0.0.1:4401`. */
  readonly url: string
  /** Port of the emulated LINE's HTTPS server, for programs that resolve LINE's hosts to this machine. */
  readonly tlsPort: number
  /** The emulator's folder among the user's cached files. */
  readonly folder: string
  readonly trust: TrustFiles
  /** The user's own proxy variables that are not supported. */
  readonly unsupported: Upstream['unsupported']
  readonly close: () => Promise<void>
}

type Start = {
  readonly emulator: Pick<LiffEmulator, 'handle'>
  /** Port of the proxy, and the next one for TLS, if they are free. Default: any free ports. */
  readonly port?: number
  readonly env?: NodeJS.ProcessEnv
}

type AnyServer = Server | Http2SecureServer

function listenAt(server: AnyServer, port: number): Promise<void> {
  return new Promise((listening, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      listening()
    })
  })
}

/** Listens on the loopback interface at `port`, or at any free port if that one is in use. Returns the port. */
async function listen(server: AnyServer, port: number): Promise<number> {
  await listenAt(server, port).catch(() => listenAt(server, 0))
  return (server.address() as AddressInfo).port
}

/** Tracks the server's connections, because closing the server does not close its tunnels. */
function collectSockets(server: AnyServer, sockets: Set<Socket>): void {
  server.on('connection', (socket: Socket) => track(socket, sockets))
}

function track(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
}

/**
 * Creates the proxy. Requests and tunnels to LINE's hosts end at the emulator, for every port; all others are passed on
 * unchanged.
 */
function createForwardProxy({ emulator }: Start, upstream: Upstream, tlsPort: number, sockets: Set<Socket>) {
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const address = incoming.url ?? ''
    if (!/^https?:/i.test(address) || !URL.canParse(address)) {
      refuseRequest(outgoing, 400, 'This is a forward proxy. The request needs a whole URL, or CONNECT')
      return
    }
    const url = new URL(address)
    const host = hostNameOf(url.hostname)
    if (isLineHost(host))
      void answerAsLine(emulator, incoming, outgoing, { host, path: url.pathname + url.search })
    else forwardPlain(incoming, outgoing, url, upstream.proxyFor(url))
  }

  const server = createServer(answer)
  server.on('connect', (incoming, duplex, head) => {
    const client = duplex as Socket
    client.on('error', () => client.destroy())
    const target = parseTarget(incoming.url ?? '')
    if (target === null) return refuseTarget(client)
    const isLine = isLineHost(hostNameOf(target.url.hostname))
    const where = isLine ? { host: '127.0.0.1', port: tlsPort } : target
    const proxy = isLine ? null : upstream.proxyFor(target.url)
    void tunnel({ client, head, target: where, proxy, opened: socket => track(socket, sockets) })
  })
  return server
}

/** Starts the forward proxy on this machine's loopback interface. */
export async function startForwardProxy(options: Start): Promise<ForwardProxy> {
  const { emulator, port = 0, env = process.env } = options
  const { folder, isTemporary } = await privateFolder(env)
  const authority = await openAuthority(folder)
  const trust = await writeTrustFiles(folder, authority.certificate, env)
  const upstream = upstreamFrom(env)
  const sockets = new Set<Socket>()
  const line = createLineServer(emulator, authority)
  const tlsPort = await listen(line, port === 0 ? 0 : port + 1)
  const proxy = createForwardProxy(options, upstream, tlsPort, sockets)
  for (const server of [line, proxy]) collectSockets(server, sockets)
  const url = `http://127.0.0.1:${await listen(proxy, port)}`
  return {
    ...{ url, tlsPort, folder, trust, unsupported: upstream.unsupported },
    async close() {
      const closed = [line, proxy].map(server => new Promise(done => server.close(done)))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
      if (isTemporary) await rm(folder, { recursive: true, force: true })
    },
  }
}
