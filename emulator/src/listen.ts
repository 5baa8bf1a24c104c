import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'

export type AnyServer = Server | Http2SecureServer

/** Ports that the developer assigned to other servers. */
export type ReservedPorts = Pick<ReadonlySet<number>, 'has'>

const NONE: ReservedPorts = new Set<number>()

function listenAt(server: AnyServer, port: number): Promise<void> {
  return new Promise((listening, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      listening()
    })
  })
}

/** Listens on the loopback interface and resolves to the port. Port 0 means any free port that is not reserved. */
export async function listen(server: AnyServer, port: number, reserved = NONE): Promise<number> {
  await listenAt(server, port)
  const { port: actual } = server.address() as AddressInfo
  if (port !== 0 || !reserved.has(actual)) return actual
  await new Promise(closed => server.close(closed))
  return listen(server, 0, reserved)
}

/** Closes the server and its connections. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise(closed => server.close(closed))
}

export function isListening(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host })
    const end = (listening: boolean) => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
