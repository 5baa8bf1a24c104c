import type { Line } from '../world/line.ts'
import { APP_HOST, faultAnswer, interferenceFor } from './faults.ts'
import { wait, waitUntil } from './wait.ts'

/**
 * What becomes of a request to the app's own server: it gets there; its connection breaks; it gets there and its answer
 * is lost; or a fault answers in the server's place.
 */
export type NetworkOutcome =
  | { readonly kind: 'pass' | 'drop' | 'lose' }
  | { readonly kind: 'answer'; readonly response: Response }

/** A request as far as the network cares. */
export type AppRequest = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

/** True for what a page or worker of the phone asks; a server, a test or curl does not tell where it comes from. */
function fromPhone(headers: Headers): boolean {
  return headers.has('sec-fetch-site')
}

/**
 * Takes a request of the phone to the app's own server through the emulated network. Resolves when it would be there:
 * late on a slow network, on lie-fi not before the network or the caller has changed.
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
  if (drop === 'before') return { kind: 'drop' }
  const response = fault === null ? null : faultAnswer(fault)
  if (response !== null) return { kind: 'answer', response }
  return { kind: drop === 'after' ? 'lose' : 'pass' }
}
