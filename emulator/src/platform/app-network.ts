import { APP_HOST } from '../scenario/fault-schema.ts'
import type { Line } from '../world/line.ts'
import { faultAnswer, interferenceFor } from './faults.ts'
import { offlineAnswer } from './offline.ts'
import { wait, waitUntil } from './wait.ts'

/**
 * `drop`: the server does not receive the request. `lose`: its response is lost. `answer`: the emulator responds in its
 * place.
 */
export type NetworkOutcome =
  | { readonly kind: 'pass' | 'drop' | 'lose' }
  | { readonly kind: 'answer'; readonly response: Response }

export type AppRequest = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

/** True if a browser sent the request: servers, tests and curl do not send `sec-fetch-site`. */
function fromPhone(headers: Headers): boolean {
  return headers.has('sec-fetch-site')
}

/**
 * Resolves when the request would reach the server: on a slow network, after the latency; on lie-fi, only when the
 * network changes or the client disconnects.
 */
export async function applyAppNetwork(line: Line, request: AppRequest): Promise<NetworkOutcome> {
  if (!fromPhone(request.headers)) return { kind: 'pass' }
  const { pathname, search } = new URL(request.url)
  const url = new URL(pathname + search, `http://${APP_HOST}`)
  if (line.world().scenario.network.kind === 'flaky') line.dispatch({ type: 'phone-request' })
  const interference = () => interferenceFor(line.world(), 'phone', request.method, url)
  const { latencyMs, hang, drop, fault } = interference()
  if (fault?.id !== undefined && fault.times !== undefined)
    line.dispatch({ type: 'fault-struck', id: fault.id })
  if (latencyMs > 0) await wait(latencyMs, request.signal)
  if (hang) {
    await waitUntil(() => !interference().hang, line.subscribe, request.signal)
    return { kind: 'drop' }
  }
  if (drop === 'before') {
    const page = fault === null ? offlineAnswer(line.world(), request) : null
    return page === null ? { kind: 'drop' } : { kind: 'answer', response: page }
  }
  const response = fault === null ? null : faultAnswer(fault)
  if (response !== null) return { kind: 'answer', response }
  return { kind: drop === 'after' ? 'lose' : 'pass' }
}
