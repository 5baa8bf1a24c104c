import { readFile, rename, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { assertNever } from './assert-never.ts'
import type { LiffEmulator } from './emulator.ts'
import { makeFolder } from './make-folder.ts'
import { breakConnection, headOf, requestOf, sendResponse } from './node-http.ts'
import { EMULATOR_PREFIX, LINE_PREFIX } from './page-config.ts'
import { rewriteRedirects } from './redirects.ts'
import type { SnapshotStorage } from './snapshot.ts'

/** Stores the snapshot in a file that only its owner can read. A crash while saving leaves the old version. */
export function fileStorage(path: string): SnapshotStorage {
  return {
    name: path,
    async load() {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async save(text) {
      await makeFolder(dirname(path))
      await writeFile(`${path}.new`, text, { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

export function isEmulatorPath(path: string): boolean {
  return (
    path.startsWith(LINE_PREFIX) || path.startsWith(EMULATOR_PREFIX) || path === EMULATOR_PREFIX.slice(0, -1)
  )
}

export function refuseClient({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  const message = `The emulator does not accept connections from ${socket.remoteAddress}: add it to allowedClients`
  outgoing
    .writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    .end(`${message}\n`)
}

/** Responds to requests for the emulator on a node:http server. Resolves to false if the request is for the app. */
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
  await sendResponse(response, outgoing, incoming.method !== 'HEAD')
  return true
}

/** Lets the server handle the request, but breaks the connection as soon as the response starts. */
function loseAnswer(outgoing: ServerResponse): void {
  const lose = () => {
    breakConnection(outgoing)
    return outgoing
  }
  Object.assign(outgoing, { writeHead: lose, flushHeaders: lose, end: lose, write: () => Boolean(lose()) })
}

/**
 * Applies the phone's emulated network, and the faults for the host `app`, to a request for the app's own server.
 * Changes the server's redirects to LINE so that they lead to the emulator. If this resolves to false, the caller must
 * not respond. Requests that do not come from a browser always pass.
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
      await sendResponse(outcome.response, outgoing, incoming.method !== 'HEAD')
      return false
    case 'drop':
      breakConnection(outgoing)
      return false
    default:
      return assertNever(outcome)
  }
}
