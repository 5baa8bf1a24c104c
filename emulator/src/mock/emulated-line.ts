import { randomBytes } from 'node:crypto'
import { DROP_HEADER, handleLineRequest } from '../platform/handle.ts'
import { createRequestLog, type LoggedRequest } from '../platform/log.ts'
import type { Scenario } from '../scenario/schema.ts'
import { createLine, type Line } from '../world/line.ts'
import { createSigningKey } from '../world/signing-key.ts'
import { newWorld } from '../world/state.ts'
import type { LineFetch } from './sdk-fetch.ts'

/** A LINE inside the test, answering without any network. */
export type EmulatedLine = {
  readonly line: Line
  /** As the phone asks: through its network, offline and all. */
  readonly fetch: LineFetch
  /** As the app's own server asks: its network is always there. Takes what `fetch` takes. */
  readonly serverFetch: typeof fetch
  readonly requests: () => readonly LoggedRequest[]
  readonly clearRequests: () => void
}

/** `origin`: where paths in an app's `endpointUrl` are taken on. */
export async function createEmulatedLine(scenario: Scenario, origin: string): Promise<EmulatedLine> {
  const key = await createSigningKey()
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
  const line = createLine(newWorld(scenario, random(9).join('')), () => key, {
    clock: () => Date.now(),
    random,
  })
  const log = createRequestLog()
  const ask = async (via: 'phone' | 'server', request: Request) => {
    const response = await handleLineRequest(line, log, request, { origin, via })
    if (response.headers.has(DROP_HEADER)) throw new TypeError('Failed to fetch')
    return response
  }
  return {
    line,
    fetch: (url, init) => ask('phone', new Request(url, init)),
    serverFetch: (input, init) => ask('server', new Request(input, init)),
    requests: log.list,
    clearRequests: log.clear,
  }
}
