import { assertNever } from '../assert-never.ts'
import { FLAKY_EVERY, SLOW_NETWORK_MS } from '../limits.ts'
import type { Fault } from '../scenario/schema.ts'
import type { World } from '../world/state.ts'

/** What goes wrong with one request. */
export type Interference = {
  readonly latencyMs: number
  /** Waits until the caller gives up. */
  readonly hang: boolean
  /** The connection breaks: before LINE sees the request, or after, so that only the answer is lost. */
  readonly drop: 'before' | 'after' | null
  /** The fault that struck, if it is one of the scenario's. */
  readonly fault: Fault | null
  /** Why, for the log; null when nothing goes wrong. */
  readonly reason: string | null
}

/** True where the fault means this request. */
function matchesRequest(fault: Fault, method: string, url: URL): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  if (fault.pattern !== undefined) return new RegExp(fault.pattern).test(`${url.hostname}${url.pathname}`)
  if (fault.host !== undefined && fault.host !== url.hostname) return false
  if (fault.path === undefined) return true
  return fault.path.endsWith('*')
    ? url.pathname.startsWith(fault.path.slice(0, -1))
    : fault.path === url.pathname
}

/** Whether the answer of the so-many-th request is lost: one in three, chosen by the seed. */
function isLost(count: number, seed: number | null): boolean {
  if (seed === null) return count % FLAKY_EVERY === 0
  // The finalizer of MurmurHash3: neighbouring numbers come out far apart.
  let mixed = Math.imul((seed + 0x9e3779b9) ^ Math.imul(count, 0x85ebca6b), 0xc2b2ae35)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0x85ebca6b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) % FLAKY_EVERY === 0
}

function networkInterference({ scenario, phoneRequests }: World): Interference {
  const { kind, latencyMs, seed } = scenario.network
  const fine = { latencyMs, hang: false, drop: null, fault: null, reason: null }
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

/** The host by which faults name the app's own server. */
export const APP_HOST = 'app'

/** Whether a fault is about the app's own server or LINE: one without a host means LINE. */
function isForHost({ host, pattern }: Fault, hostname: string): boolean {
  const ofApp = host === APP_HOST || pattern?.replace(/^\^/, '').startsWith(`${APP_HOST}/`) === true
  return ofApp === (hostname === APP_HOST)
}

/** The trouble of one request: the first fault that means it, else what the phone's network does. */
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
  const network: Interference =
    via === 'phone'
      ? networkInterference(world)
      : { latencyMs: 0, hang: false, drop: null, fault: null, reason: null }
  if (fault === null) return network
  return {
    latencyMs: network.latencyMs + (fault.latencyMs ?? 0),
    hang: fault.hang ?? false,
    drop: fault.drop ?? null,
    fault,
    reason: `fault ${fault.id ?? ''}`.trim(),
  }
}

/** The answer a fault gives in LINE's place, or null where it gives none. */
export function faultAnswer(fault: Fault): Response | null {
  if (fault.status === undefined) return null
  const raw = fault.raw ?? JSON.stringify(fault.body ?? { message: `HTTP ${fault.status}` })
  const type = fault.raw === undefined ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8'
  const empty = fault.status === 204 || fault.status === 304
  return new Response(empty ? null : raw, {
    status: fault.status,
    headers: { 'content-type': type, 'cache-control': 'no-store' },
  })
}
