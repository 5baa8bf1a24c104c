import { assertNever } from '../assert-never.ts'
import { FLAKY_EVERY, SLOW_NETWORK_MS } from '../limits.ts'
import { APP_HOST, type Fault, WEBHOOK_HOST } from '../scenario/fault-schema.ts'
import type { Line } from '../world/line.ts'
import type { World } from '../world/state.ts'
import { offlineAnswer } from './offline.ts'
import { wait, waitUntil } from './wait.ts'

export type Interference = {
  readonly latencyMs: number
  /** If true, the request hangs until the client gives up or the fault or network changes. */
  readonly hang: boolean
  /** Breaks the connection `before` LINE gets the request, or `after` LINE has handled it. */
  readonly drop: 'before' | 'after' | null
  readonly fault: Fault | null
  readonly reason: string | null
}

export const UNAFFECTED: Interference = { latencyMs: 0, hang: false, drop: null, fault: null, reason: null }

function matchesRequest(fault: Fault, method: string, url: URL): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  if (fault.pattern !== undefined) return new RegExp(fault.pattern).test(`${url.hostname}${url.pathname}`)
  if (fault.host !== undefined && fault.host !== url.hostname) return false
  if (fault.path === undefined) return true
  return fault.path.endsWith('*')
    ? url.pathname.startsWith(fault.path.slice(0, -1))
    : fault.path === url.pathname
}

/** Without a seed, every third response is lost; with one, a pseudo-random third. */
function isLost(count: number, seed: number | null): boolean {
  if (seed === null) return count % FLAKY_EVERY === 0
  // MurmurHash3's finalizer turns consecutive counts into unrelated values.
  let mixed = Math.imul((seed + 0x9e3779b9) ^ Math.imul(count, 0x85ebca6b), 0xc2b2ae35)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0x85ebca6b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) % FLAKY_EVERY === 0
}

function networkInterference({ scenario, phoneRequests }: World): Interference {
  const { kind, latencyMs, seed } = scenario.network
  const fine = { ...UNAFFECTED, latencyMs }
  switch (kind) {
    case 'online':
      return fine
    case 'slow':
      return { ...fine, latencyMs: latencyMs || SLOW_NETWORK_MS }
    case 'lie-fi':
      return { ...fine, hang: true, reason: 'network: lie-fi' }
    case 'flaky':
      return isLost(phoneRequests, seed) ? { ...fine, drop: 'after', reason: 'network: flaky' } : fine
    case 'offline':
      return { ...fine, drop: 'before', reason: 'network: offline' }
    default:
      return assertNever(kind)
  }
}

/** A fault for `app` or `webhook` never applies to LINE; every other fault applies only to LINE. */
function isForHost({ host, pattern }: Fault, hostname: string): boolean {
  const isOf = (name: string) => host === name || pattern?.replace(/^\^/, '').startsWith(`${name}/`) === true
  return [APP_HOST, WEBHOOK_HOST].every(name => isOf(name) === (hostname === name))
}

/** The first matching fault takes precedence over the phone's network. */
export function interferenceFor(
  world: World,
  via: 'phone' | 'server',
  method: string,
  url: URL,
): Interference {
  const fault =
    world.scenario.faults.find(
      candidate => isForHost(candidate, url.hostname) && matchesRequest(candidate, method, url),
    ) ?? null
  const network = via === 'phone' ? networkInterference(world) : UNAFFECTED
  if (fault === null) return network
  return {
    latencyMs: network.latencyMs + (fault.latencyMs ?? 0),
    hang: fault.hang ?? false,
    drop: fault.drop ?? null,
    fault,
    reason: `fault ${fault.id ?? ''}`.trim(),
  }
}

function faultAnswer(fault: Fault): Response | null {
  if (fault.status === undefined) return null
  const raw = fault.raw ?? JSON.stringify(fault.body ?? { message: `HTTP ${fault.status}` })
  const type = fault.raw === undefined ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
  const empty = [204, 205, 304].includes(fault.status)
  return new Response(empty ? null : raw, {
    status: fault.status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  })
}

/** `drop`: the server gets no request. `lose`: its response is lost. `answer`: the emulator responds in its place. */
export type NetworkOutcome =
  | { readonly kind: 'pass' | 'drop' | 'lose' }
  | { readonly kind: 'answer'; readonly response: Response }

/** The request is for `url`, which differs from `request.url` for requests to the app's own server. */
type Sent = {
  readonly request: Pick<Request, 'method' | 'headers' | 'signal'>
  readonly url: URL
  readonly via: 'phone' | 'server'
}

/**
 * Resolves when the request would reach the server: on a slow network, after the latency; on lie-fi, only when the
 * network changes or the client disconnects. `reason` says what interferes, or is null.
 */
export async function throughInterference(
  line: Line,
  { request, url, via }: Sent,
): Promise<NetworkOutcome & { readonly reason: string | null }> {
  if (via === 'phone' && line.world().scenario.network.kind === 'flaky')
    line.dispatch({ type: 'phone-request' })
  const interference = () => interferenceFor(line.world(), via, request.method, url)
  const { latencyMs, hang, drop, fault, reason } = interference()
  if (fault?.id !== undefined && fault.times !== undefined)
    line.dispatch({ type: 'fault-struck', id: fault.id })
  if (latencyMs > 0) await wait(latencyMs, request.signal)
  if (hang) {
    await waitUntil(() => !interference().hang, line.subscribe, request.signal)
    return { kind: 'drop', reason }
  }
  if (drop === 'before') {
    const page = fault === null ? offlineAnswer(line.world(), request) : null
    return page === null ? { kind: 'drop', reason } : { kind: 'answer', response: page, reason }
  }
  const response = fault === null ? null : faultAnswer(fault)
  if (response !== null) return { kind: 'answer', response, reason }
  return { kind: drop === 'after' ? 'lose' : 'pass', reason }
}
