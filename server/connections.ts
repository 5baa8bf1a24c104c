import type { Server } from 'node:http'
import { networkOf } from './http/client-network.ts'

const MAX_SOCKETS = 2000
/** How long an idle connection is kept open, in milliseconds. `busy` applies if many are open. */
const KEEP_ALIVE_MS = { calm: 65_000, busy: 5000 }
const MANY_SOCKETS = MAX_SOCKETS / 2

/** Limits connections, in total and per address, so that one client cannot lock others out. */
export function limitConnections(server: Server, perAddress: number): void {
  server.maxConnections = MAX_SOCKETS
  server.keepAliveTimeout = KEEP_ALIVE_MS.calm
  const open = new Map<string, number>()
  let total = 0
  const count = (network: string, change: number) => {
    const connections = (open.get(network) ?? 0) + change
    if (connections === 0) open.delete(network)
    else open.set(network, connections)
    total += change
    server.keepAliveTimeout = total > MANY_SOCKETS ? KEEP_ALIVE_MS.busy : KEEP_ALIVE_MS.calm
  }
  server.on('connection', socket => {
    const network = networkOf(socket.remoteAddress ?? '') ?? 'unknown'
    if ((open.get(network) ?? 0) >= perAddress) {
      socket.destroy()
      return
    }
    count(network, 1)
    socket.once('close', () => count(network, -1))
  })
}
