import { type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http'
import { request as secureRequest } from 'node:https'
import { socketHost } from '../loopback.ts'

export function refuseRequest(outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent) {
    outgoing.destroy()
    return
  }
  outgoing.setHeader('Content-Type', 'text/plain; charset=utf-8')
  // HTTP/2 does not have a `Connection` header.
  if (!('stream' in outgoing)) outgoing.setHeader('Connection', 'close')
  outgoing.writeHead(status).end(`${message}\n`)
}

type Upstream = {
  readonly server: URL
  /** Overrides `method` and the protocol, host and port of `server`. */
  readonly options: RequestOptions
  readonly answered: (answer: IncomingMessage) => void
  /** The message for the client if the server cannot be reached. */
  readonly failed: (problem: string) => string
}

/** Sends the request to another server, and aborts it if the client disconnects. */
export function sendUpstream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { server, options, answered, failed }: Upstream,
): void {
  const { protocol, port } = server
  const send = protocol === 'https:' ? secureRequest : request
  const to = { protocol, port, hostname: socketHost(server), method: incoming.method ?? 'GET' }
  const upstream = send({ ...to, ...options }, answered)
  upstream.on('error', error => {
    // A server may send more data after its response is complete.
    if (!outgoing.writableEnded) refuseRequest(outgoing, 502, failed(error.message))
  })
  outgoing.on('close', () => upstream.destroy())
  incoming.pipe(upstream)
}
