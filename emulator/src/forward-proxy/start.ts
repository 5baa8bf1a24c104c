import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { LiffEmulator } from '../emulator.ts'
import { isLineHost } from '../line-hosts.ts'
import { type AnyServer, listen, type ReservedPorts } from '../listen.ts'
import { refuseRequest } from '../proxy/upstream-request.ts'
import { openAuthority } from './authority.ts'
import { forwardPlain } from './forward-plain.ts'
import { answerAsLine, createLineServer, hostNameOf } from './line-server.ts'
import { privateFolder } from './private-folder.ts'
import { type TrustFiles, writeTrustFiles } from './trust-files.ts'
import { parseTarget, refuseTarget, tunnel } from './tunnel.ts'
import { type Upstream, upstreamFrom } from './upstream.ts'

/** A forward proxy through which programs in any language can reach the emulated LINE. */
export type ForwardProxy = {
  readonly url: string
  /** HTTPS port of the emulated LINE, for programs that resolve LINE's hosts to this machine. */
  readonly tlsPort: number
  readonly folder: string
  readonly trust: TrustFiles
  /** Names of the user's proxy variables that use unsupported protocols. */
  readonly unsupported: Upstream['unsupported']
  readonly close: () => Promise<void>
}

type Start = {
  readonly emulator: Pick<LiffEmulator, 'handle'>
  /** Preferred port of the proxy; TLS uses the port after it. Default: any free ports. */
  readonly port?: number
  readonly reserved?: ReservedPorts
  /** The emulator's URL, for error messages to clients that use the wrong port. */
  readonly url?: string
  readonly env?: NodeJS.ProcessEnv
}

async function listenNear(server: AnyServer, port: number, reserved?: ReservedPorts): Promise<number> {
  const any = () => listen(server, 0, reserved)
  return reserved?.has(port) ? any() : listen(server, port, reserved).catch(any)
}

function track(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
}

/** Sends requests and tunnels to LINE's hosts, on any port, to the emulator. All others are forwarded unchanged. */
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

/** Starts the forward proxy on the loopback interface. */
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
  // Closing an HTTP server does not close its tunnels.
  for (const server of [line, proxy]) server.on('connection', (socket: Socket) => track(socket, sockets))
  const url = `http://127.0.0.1:${await listenNear(proxy, port, reserved)}`
  return {
    url,
    tlsPort,
    folder,
    trust,
    unsupported: upstream.unsupported,
    async close() {
      const closed = [line, proxy].map(server => new Promise(done => server.close(done)))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
      if (isTemporary) await rm(folder, { recursive: true, force: true })
    },
  }
}
