import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AppRequest } from './platform/app-network.ts'
import { DROP_HEADER } from './platform/handle.ts'

/** The signal aborts if the client disconnects. */
export function headOf(incoming: IncomingMessage, outgoing: ServerResponse): AppRequest {
  const disconnected = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) disconnected.abort()
  })
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    const name = incoming.rawHeaders[at] ?? ''
    // HTTP/2 replaces the Host header with the authority, but some clients send both.
    const isHost = incoming.httpVersionMajor === 2 && name.toLowerCase() === 'host'
    if (!name.startsWith(':') && !isHost) headers.append(name, incoming.rawHeaders[at + 1] ?? '')
  }
  const encrypted = 'encrypted' in incoming.socket && incoming.socket.encrypted === true
  const url = `${encrypted ? 'https' : 'http'}://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`
  const { method = 'GET' } = incoming
  return { method, url, headers, signal: disconnected.signal }
}

export function requestOf(incoming: IncomingMessage, outgoing: ServerResponse, address?: string): Request {
  const { url: own, ...head } = headOf(incoming, outgoing)
  const url = address ?? own
  if (head.method === 'GET' || head.method === 'HEAD') return new Request(url, head)
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>
  // A streamed body requires `duplex`, which is missing from TypeScript's types.
  return new Request(url, { ...head, body, duplex: 'half' } as RequestInit)
}

/** WebKit rejects the missing status; Chromium and Firefox reject the two lengths. */
const BROKEN = 'HTTP/1.1 Broken\r\nContent-Length: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n'

/** Makes the request fail. If the connection were only closed, the browser would retry the request. */
export function breakConnection(outgoing: ServerResponse): void {
  // In HTTP/2, other requests share the socket, and Node does not allow writing to it.
  const { stream } = outgoing as { readonly stream?: ServerHttp2Stream }
  if (stream !== undefined) {
    stream.session?.destroy()
    return
  }
  const { socket } = outgoing
  socket?.end(BROKEN, () => socket.destroy())
}

export async function sendResponse(
  response: Response,
  outgoing: ServerResponse,
  withBody: boolean,
): Promise<void> {
  if (response.headers.has(DROP_HEADER)) {
    breakConnection(outgoing)
    return
  }
  // The entries have one `set-cookie` per cookie, but an object would keep only the last.
  const cookies = { 'set-cookie': response.headers.getSetCookie() }
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...cookies })
  if (response.body === null || !withBody) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  const body = Readable.fromWeb(response.body as unknown as Parameters<typeof Readable.fromWeb>[0])
  // A client that disconnects early is not an error: event streams always end that way.
  await pipeline(body, outgoing).catch(() => {})
}
