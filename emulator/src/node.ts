import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertNever } from './assert-never.ts'
import type { LiffEmulator } from './emulator.ts'
import { EMULATOR_PREFIX, LINE_PREFIX } from './page-config.ts'
import type { AppRequest } from './platform/app-network.ts'
import { DROP_HEADER } from './platform/handle.ts'
import { rewriteRedirects } from './redirects.ts'
import type { SnapshotStorage } from './snapshot.ts'

/** Stores the snapshot in one file, readable only by its owner. Writes it atomically, so a crash leaves the old file. */
export function fileStorage(path: string): SnapshotStorage {
  return {
    async load() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async save(text) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

/**
 * Returns the method, URL and headers of a node:http request, and a signal that aborts if the client
 * disconnects.
 */
function headOf(incoming: IncomingMessage, outgoing: ServerResponse): AppRequest {
  const disconnected = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) disconnected.abort()
  })
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    const name = incoming.rawHeaders[at] ?? ''
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[at + 1] ?? '')
  }
  const encrypted = 'encrypted' in incoming.socket && incoming.socket.encrypted === true
  const url = `${encrypted ? 'https' : 'http'}://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`
  const { method = 'GET' } = incoming
  return { method, url, headers, signal: disconnected.signal }
}

/** Converts a node:http request to a Request. */
function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { url, ...head } = headOf(incoming, outgoing)
  if (head.method === 'GET' || head.method === 'HEAD') return new Request(url, head)
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>
  // A streamed body requires the option `duplex`, which is missing from TypeScript's types.
  return new Request(url, { ...head, body, duplex: 'half' } as RequestInit)
}

/**
 * A response without a status, which WebKit rejects, and with two different lengths, which Chromium and Firefox reject. All
 * of them still recognise it as HTTP/1.1.
 */
const BROKEN = 'HTTP/1.1 Broken\r\nContent-Length: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n'

/**
 * Breaks the connection in a way that the browser treats as final. If the connection were only closed, the
 * browser would repeat the request on a new connection, where it would succeed.
 */
function breakConnection({ socket }: ServerResponse): void {
  socket?.end(BROKEN, () => socket.destroy())
}

async function send(response: Response, outgoing: ServerResponse, withBody: boolean): Promise<void> {
  if (response.headers.has(DROP_HEADER)) {
    breakConnection(outgoing)
    return
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null || !withBody) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  const body = Readable.fromWeb(response.body as unknown as Parameters<typeof Readable.fromWeb>[0])
  // A client that disconnects early is not an error: event streams always end that way.
  await pipeline(body, outgoing).catch(() => {})
}

/** True if the emulator, not the app, serves this path. */
export function isEmulatorPath(path: string): boolean {
  return (
    path.startsWith(LINE_PREFIX) || path.startsWith(EMULATOR_PREFIX) || path === EMULATOR_PREFIX.slice(0, -1)
  )
}

/** Tells another machine why it may not use the emulator. */
export function refuseClient({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  const message = `The emulator does not accept connections from ${socket.remoteAddress}: add it to allowedClients`
  outgoing
    .writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    .end(`${message}\n`)
}

/**
 * Responds to requests for the emulator on a node:http server, and breaks the connection if a fault requires
 * it. Resolves to false, without writing a response, if the request is for the app.
 */
export async function answerNode(
  emulator: LiffEmulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  if (!isEmulatorPath(path)) return false
  if (!emulator.acceptsClient(incoming.socket)) {
    refuseClient(incoming, outgoing)
    return true
  }
  let request: Request
  try {
    request = requestOf(incoming, outgoing)
  } catch {
    outgoing.writeHead(400).end()
    return true
  }
  const response = await emulator.emulatorFetch(request)
  if (response === null) return false
  await send(response, outgoing, incoming.method !== 'HEAD')
  return true
}

/** Lets the server handle the request, then breaks the connection as soon as the server starts to respond. */
function loseAnswer(outgoing: ServerResponse): void {
  const lose = () => {
    breakConnection(outgoing)
    return outgoing
  }
  Object.assign(outgoing, { writeHead: lose, flushHeaders: lose, end: lose, write: () => Boolean(lose()) })
}

/**
 * Sends a request for the app's own server through the emulated phone network: `slow`, `lie-fi`, `flaky`,
 * `offline`, and faults of the host `app`. Redirects of the server to LINE lead to the emulator instead. Resolves to
 * false if the request never reaches the server; the caller must then not respond. Requests that do not come from a
 * browser always pass.
 */
export async function throughNetwork(
  emulator: Pick<LiffEmulator, 'network'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const outcome = await emulator.network(headOf(incoming, outgoing))
  switch (outcome.kind) {
    case 'pass':
      rewriteRedirects(outgoing)
      return true
    case 'lose':
      loseAnswer(outgoing)
      return true
    case 'answer':
      await send(outcome.response, outgoing, incoming.method !== 'HEAD')
      return false
    case 'drop':
      breakConnection(outgoing)
      return false
    default:
      return assertNever(outcome)
  }
}
