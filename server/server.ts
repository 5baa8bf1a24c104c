import { createServer as createHttpServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { MAX_HEADER_BYTES } from '#contract/limits.ts'
import type { Fetch } from './app.ts'
import { sendEarlyHints } from './early-hints.ts'
import { listen } from './listen.ts'

/** In milliseconds. A photo may take the longest; a body's own deadline is kept where it is read. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 120_000
const KEEP_ALIVE_MS = 65_000
const MAX_SOCKETS = 1000
/** Node counts the bytes of names and values alone, and leaves out what comes after its own number of headers. */
const MAX_HEADERS = 100
/** How often idle connections are looked for while the server closes, in milliseconds. */
const IDLE_LOOK_MS = 50

export type Listening = {
  readonly port: number
  /** Takes no new connections, lets calls that run finish for `drainMs`, then ends the rest. */
  readonly close: (drainMs: number) => Promise<void>
}

type At = {
  readonly port: number
  readonly host: string
  /** Sent before the answer where a page is opened (103); nothing is unless told. */
  readonly earlyHints?: readonly string[]
}

/** Puts a function from Request to Response on a port. Rejects with the system's error where the port is taken. */
export async function createServer(fetch: Fetch, at: At): Promise<Listening> {
  const listener = getRequestListener(
    (request, env) => fetch(request, { ip: env.incoming.socket?.remoteAddress }),
    { overrideGlobalObjects: false },
  )
  const server = createHttpServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (incoming, outgoing) => {
      if (incoming.rawHeaders.length > 2 * MAX_HEADERS) {
        outgoing.writeHead(431, { Connection: 'close' }).end()
        return
      }
      sendEarlyHints(incoming, outgoing, at.earlyHints ?? [])
      void listener(incoming, outgoing)
    },
  )
  server.maxConnections = MAX_SOCKETS
  server.maxHeadersCount = MAX_HEADERS + 1
  await listen(server, at)
  return { port: portOf(server), close: drainMs => close(server, drainMs) }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

async function close(server: Server, drainMs: number): Promise<void> {
  const end = setTimeout(() => server.closeAllConnections(), drainMs)
  // A connection that is kept alive falls idle only when its call is answered, perhaps after the first look.
  const look = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(end)
  clearInterval(look)
}
