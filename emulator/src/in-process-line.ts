import { randomBytes } from 'node:crypto'
import { isLineHost } from './line-hosts.ts'
import { createRequestLog } from './platform/create-request-log.ts'
import { DROP_HEADER, handleLineRequest } from './platform/handle.ts'
import type { LoggedRequest } from './platform/log.ts'
import type { Scenario } from './scenario/schema.ts'
import { createLine, type Line } from './world/line.ts'
import { createSigningKey } from './world/signing-key.ts'
import { newWorld } from './world/state.ts'

/** An emulated LINE in the test process. Requests to it never reach the real LINE. */
export type InProcessLine = {
  readonly line: Line
  /** Sends a request from the phone. Rejects with a TypeError if the phone's emulated network fails. */
  readonly fetch: typeof fetch
  /** The page's `fetch`: sends requests for LINE's hosts to the emulated LINE, and others to the test's `fetch`. */
  readonly pageFetch: typeof fetch
  /** Sends a request from the app's own server, whose network always works. */
  readonly serverFetch: typeof fetch
  readonly requests: () => readonly LoggedRequest[]
  readonly clearRequests: () => void
}

/** `origin` is the base of an `endpointUrl` that is only a path. */
export async function createInProcessLine(scenario: Scenario, origin: string): Promise<InProcessLine> {
  const key = await createSigningKey()
  const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
  const line = createLine(newWorld(scenario, random(9).join('')), () => key, {
    clock: () => Date.now(),
    random,
  })
  const log = createRequestLog(line)
  const send = async (via: 'phone' | 'server', request: Request) => {
    const response = await handleLineRequest(line, log, request, { origin, via })
    if (response.headers.has(DROP_HEADER)) throw new TypeError('Failed to fetch')
    return response
  }
  const fromPhone: typeof fetch = (input, init) => send('phone', new Request(input, init))
  const other = globalThis.fetch
  return {
    line,
    fetch: fromPhone,
    pageFetch(input, init) {
      const address = input instanceof Request ? input.url : String(input)
      const isToLine = URL.canParse(address) && isLineHost(new URL(address).hostname)
      return isToLine ? fromPhone(input, init) : other(input, init)
    },
    serverFetch: (input, init) => send('server', new Request(input, init)),
    requests: log.list,
    clearRequests: log.clear,
  }
}
