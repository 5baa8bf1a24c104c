import {
  createServer as createHttpServer,
  IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { MAX_HEADER_BYTES } from '#contract/limits.ts'
import { limitConnections } from './connections.ts'
import type { Fetch } from './http/pipeline.ts'
import { listen } from './listen.ts'

/** In milliseconds. The request timeout leaves enough time to upload a photo; `readBody` has its own deadline. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 120_000
const TIMEOUT_CHECK_MS = 5000
/** How long to wait for the rest of a rejected body, in milliseconds. A proxy with a buffered body is much faster. */
const REST_MS = 2000
/** Node limits only the headers' size in bytes, and silently drops headers beyond `maxHeadersCount`. */
const MAX_HEADERS = 100
const IDLE_CHECK_MS = 50

export type Listening = {
  readonly port: number
  /** Ends each connection after its next response with `Connection: close`, but still accepts new connections. */
  readonly endConnections: () => void
  /**
   * Stops accepting connections, waits up to `drainMs` milliseconds for running calls, and then closes the remaining
   * connections.
   */
  readonly close: (drainMs: number) => Promise<void>
}

type At = {
  readonly port: number
  readonly host: string
  readonly perAddress?: number
}

export async function createServer(fetch: Fetch, at: At): Promise<Listening> {
  const listener = getRequestListener(
    async (request, { incoming }) => {
      const response = await fetch(request, { ip: incoming.socket?.remoteAddress })
      if (!response.ok && incoming instanceof IncomingMessage) await dropRest(incoming)
      return response
    },
    { overrideGlobalObjects: false },
  )
  let ending = false
  const unfinished = new Set<ServerResponse>()
  const server = createHttpServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    (incoming, outgoing) => {
      if (incoming.rawHeaders.length > 2 * MAX_HEADERS) {
        outgoing.writeHead(431, { Connection: 'close' }).end()
        return
      }
      // If there are two Host headers, a proxy may use the other one.
      if (incoming.headersDistinct.host?.length !== 1 && incoming.httpVersion !== '1.0') {
        outgoing.writeHead(400, { Connection: 'close' }).end()
        return
      }
      unfinished.add(outgoing)
      outgoing.once('close', () => unfinished.delete(outgoing))
      if (ending) outgoing.shouldKeepAlive = false
      void listener(incoming, outgoing)
    },
  )
  limitConnections(server, at.perAddress ?? Number.POSITIVE_INFINITY)
  server.maxHeadersCount = MAX_HEADERS + 1
  await listen(server, at)
  return {
    port: portOf(server),
    endConnections() {
      ending = true
      for (const outgoing of unfinished) outgoing.shouldKeepAlive = false
    },
    close: drainMs => close(server, drainMs),
  }
}

/**
 * Reads the rest of a rejected request's body before responding. If nginx asks for it, Node closes a connection right
 * after the response; with unread bytes, the system would reset it, and nginx would send the customer a 502 instead of
 * the error.
 */
async function dropRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return
  incoming.resume()
  await Promise.race([
    new Promise(resolve => {
      incoming.once('end', resolve).once('close', resolve)
    }),
    wait(REST_MS, undefined, { ref: false }),
  ])
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

async function close(server: Server, drainMs: number): Promise<void> {
  const end = setTimeout(() => server.closeAllConnections(), drainMs)
  // A keep-alive connection becomes idle only after its response has been sent, so check repeatedly.
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(end)
  clearInterval(idleCheck)
}
