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
import type { SnapshotStorage } from './snapshot.ts'

/** Keeps the snapshot in one file, readable by its owner alone; replaced whole, so that a crash leaves the old one. */
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

/** What a message of node:http asks for; its signal fires when the caller goes away. */
function headOf(incoming: IncomingMessage, outgoing: ServerResponse): AppRequest {
  const gone = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    const name = incoming.rawHeaders[at] ?? ''
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[at + 1] ?? '')
  }
  const encrypted = 'encrypted' in incoming.socket && incoming.socket.encrypted === true
  const url = `${encrypted ? 'https' : 'http'}://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`
  const { method = 'GET' } = incoming
  return { method, url, headers, signal: gone.signal }
}

/** The Request that a message of node:http is. */
function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { url, ...head } = headOf(incoming, outgoing)
  if (head.method === 'GET' || head.method === 'HEAD') return new Request(url, head)
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>
  // `duplex` is required for a streamed body and missing from the types.
  return new Request(url, { ...head, body, duplex: 'half' } as RequestInit)
}

/** Two lengths for one body: no browser believes such an answer, and none takes it for one of an older protocol. */
const BROKEN = 'HTTP/1.1 502 Broken\r\nContent-Length: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n'

/**
 * Breaks the connection in a way that the browser takes for final: one that only ends is asked again by itself, on a
 * new connection, and what was lost would be there after all.
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
  // A reader that leaves in the middle is no error here: event streams end no other way.
  await pipeline(body, outgoing).catch(() => {})
}

/** True for a path that is the emulator's. */
export function isEmulatorPath(path: string): boolean {
  return (
    path.startsWith(LINE_PREFIX) || path.startsWith(EMULATOR_PREFIX) || path === EMULATOR_PREFIX.slice(0, -1)
  )
}

/**
 * Answers the emulator's requests on a server of node:http and breaks connections where a fault says so. Resolves
 * false, with nothing written, for a request that is not the emulator's.
 */
export async function answerNode(
  emulator: LiffEmulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const [path = ''] = (incoming.url ?? '').split('?', 1)
  if (!isEmulatorPath(path)) return false
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

/** Lets the server do its work and breaks the connection where its answer would begin. */
function loseAnswer(outgoing: ServerResponse): void {
  const lose = () => {
    breakConnection(outgoing)
    return outgoing
  }
  Object.assign(outgoing, { writeHead: lose, flushHeaders: lose, end: lose, write: () => Boolean(lose()) })
}

/**
 * Takes a request for the app's own server through the phone's network (`slow`, `lie-fi`, `flaky`, `offline`, and
 * faults of the host `app`), as `answerNode` does for LINE's. Resolves false where it never gets to the server: the
 * host does nothing more with it. Requests that no browser made pass.
 */
export async function throughNetwork(
  emulator: Pick<LiffEmulator, 'network'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const passage = await emulator.network(headOf(incoming, outgoing))
  switch (passage.kind) {
    case 'pass':
      return true
    case 'lose':
      loseAnswer(outgoing)
      return true
    case 'answer':
      await send(passage.response, outgoing, incoming.method !== 'HEAD')
      return false
    case 'drop':
      breakConnection(outgoing)
      return false
    default:
      return assertNever(passage)
  }
}
