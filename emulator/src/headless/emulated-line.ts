import { randomBytes } from 'node:crypto'
import { DROP_HEADER, handleLineRequest } from '../platform/handle.ts'
import { createRequestLog, type LoggedRequest } from '../platform/log.ts'
import type { Scenario } from '../scenario/schema.ts'
import { createLine, type Line } from '../world/line.ts'
import { createSigningKey } from '../world/signing-key.ts'
import { newWorld } from '../world/state.ts'
import type { LineFetch } from './sdk-fetch.ts'

/** An emulated LINE in the test process; no request leaves the process. */
export type EmulatedLine = {
  readonly line: Line
  /** Sends a request from the phone, through its emulated network; fails if the scenario is offline. */
  readonly fetch: LineFetch
  /** Sends a request from the app's own server, whose network always works. Same parameters as `fetch`. */
  readonly serverFetch: typeof fetch
  readonly requests: () => readonly LoggedRequest[]
  readonly clearRequests: () => void
}

/** Creates the emulated LINE. An app's `endpointUrl` that is only a path is relative to `origin`. */
export async function createEmulatedLine(scenario: Scenario, origin: string): Promise<EmulatedLine> {
  const key = await createSigningKey()
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
  const line = createLine(newWorld(scenario, random(9).join('')), () => key, {
    clock: () => Date.now(),
    random,
  })
  const log = createRequestLog()
  const send = async (via: 'phone' | 'server', request: Request) => {
    const response = await handleLineRequest(line, log, request, { origin, via })
    if (response.headers.has(DROP_HEADER)) throw new TypeError('Failed to fetch')
    return response
  }
  return {
    line,
    fetch: (url, init) => send('phone', new Request(url, init)),
    serverFetch: (input, init) => send('server', new Request(input, init)),
    requests: log.list,
    clearRequests: log.clear,
  }
}
