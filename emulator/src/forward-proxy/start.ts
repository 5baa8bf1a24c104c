import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { LiffEmulator } from '../emulator.ts'
import { isLineHost } from '../line-hosts.ts'
import { type AnyServer, listen, type ReservedPorts } from '../listen.ts'
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
  /** Ports that neither server uses. */
  readonly reserved?: ReservedPorts
  /** URL of the emulator, which the proxy names to a client that is not a proxy's. */
  readonly url?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Listens at `port`, or at any free port if that one is reserved or in use. Resolves with the port. */
async function listenNear(server: AnyServer, port: number, reserved?: ReservedPorts): Promise<number> {
  const any = () => listen(server, 0, reserved)
  return reserved?.has(port) ? any() : listen(server, port, reserved).catch(any)
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
function createForwardProxy(
  { emulator, url: owner }: Start,
  upstream: Upstream,
  tlsPort: number,
  sockets: Set<Socket>,
) {
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const address = incoming.url ?? ''
    if (!/^https?:/i.test(address) || !URL.canParse(address)) {
      const name =
        owner === undefined ? 'a forward proxy' : `the forward proxy of the LIFF emulator at ${owner}`
      refuseRequest(outgoing, 400, `This is ${name}. The request needs a whole URL, or CONNECT`)
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
  const { emulator, port = 0, reserved, env = process.env } = options
  const { folder, isTemporary } = await privateFolder(env)
  const authority = await openAuthority(folder)
  const trust = await writeTrustFiles(folder, authority.certificate, env)
  const upstream = upstreamFrom(env)
  const sockets = new Set<Socket>()
  const line = createLineServer(emulator, authority, options.url)
  const tlsPort = await listenNear(line, port === 0 ? 0 : port + 1, reserved)
  const proxy = createForwardProxy(options, upstream, tlsPort, sockets)
  for (const server of [line, proxy]) collectSockets(server, sockets)
  const url = `http://127.0.0.1:${await listenNear(proxy, port, reserved)}`
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
