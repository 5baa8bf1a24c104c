import { gatewayPages, type Network, network } from '#tests/kit/network.ts'
import type { Backend } from './backend.ts'
import type { Fault } from './history.ts'
import { staleAnswer } from './stale-answer.ts'

/** Travel time of a request or a reply, in milliseconds. */
const TRAVEL_MS = 20
const SLOW_MS = 7000
/**
 * Processing time of a held request, in milliseconds. It is longer than a claim lasts, so another tab may send the job.
 */
const HELD_MS = 6000

/** A request from the phone, its fault, and the server's reply. */
export type Exchange = {
  readonly call: string
  readonly key: string | null
  readonly fault: Fault
  /** The server's status and error code; null while the server has not answered. */
  reply: { readonly status: number; readonly error: string | null } | null
}

/** True if the server refused the request for good, so that only the customer can decide what happens next. */
export const isFinalRefusal = ({ reply }: Exchange): boolean =>
  reply !== null &&
  // A response to HEAD has no error code. Its 404 means that an upload has not begun.
  reply.error !== null &&
  reply.status >= 400 &&
  reply.status < 500 &&
  ![401, 408, 425, 429].includes(reply.status) &&
  reply.error !== 'OWNER_MISMATCH' &&
  reply.error !== 'IMAGE_MISSING'

/** The faults in which something between the phone and the server refuses a request with a 4xx. */
export const refusals: ReadonlySet<Fault> = new Set([
  'forbidden',
  'refused-by-gateway',
  'other-refusal',
  'look-alike-401',
  'look-alike-422',
  'no-such-page',
  ...gatewayPages.filter(page => /-4\d\d$/.test(page)),
])

/** The faults in which the phone gets an answer that is not our server's and not a 4xx. */
export const substitutes: ReadonlySet<Fault> = new Set([
  'portal',
  'created',
  'keyless',
  'other-key',
  'stale',
  'gateway-503',
  ...gatewayPages.filter(page => /-2\d\d$/.test(page)),
])

const isOwn = (fault: Fault) =>
  fault === 'slow' || fault === 'stale' || fault === 'held' || fault === 'sent-twice'

export type Wire = Pick<Network, 'fetch' | 'busy'> & { readonly exchanges: readonly Exchange[] }

/**
 * Creates a network whose travel times follow the virtual clock. Requests reach the server one after the other, in the
 * order in which they were sent, however fast the server is, so a history has the same outcome on every server. Only a
 * held request is still being processed when the next one arrives.
 */
export function wire(
  server: Backend['fetch'],
  later: (ms: number, run: () => void) => unknown,
  nextFault: (request: Request) => Fault,
): Wire {
  const exchanges: Exchange[] = []
  const known = new WeakMap<Request, Exchange>()
  /** For each held request, a promise that resolves when the server continues. */
  const holds = new WeakMap<Request, Promise<void>>()
  let held = 0

  /** Pauses the server between two statements of a request, while time passes and the server handles other requests. */
  async function pause(hold: Promise<void>) {
    held += 1
    await hold
    held -= 1
  }

  async function recorded(request: Request): Promise<Response> {
    const hold = holds.get(request)
    const response = await server(request, hold && (() => pause(hold)))
    const exchange = known.get(request)
    if (response.status < 400 || request.method === 'HEAD') {
      if (exchange) exchange.reply = { status: response.status, error: null }
      return response
    }
    const text = await response.text()
    if (exchange) exchange.reply = { status: response.status, error: JSON.parse(text).error }
    return new Response(text, response)
  }

  const net = network(recorded, request => {
    const fault = known.get(request)?.fault ?? 'ok'
    return isOwn(fault) ? 'ok' : fault
  })

  async function replyTo(request: Request, fault: Fault): Promise<Response> {
    if (fault === 'stale') return staleAnswer(request)
    if (fault !== 'held' && fault !== 'sent-twice') return net.fetch(request)
    const copy = request.clone()
    const hold = new Promise<void>(resolve => later(HELD_MS, resolve))
    holds.set(request, hold)
    if (fault === 'sent-twice') later(HELD_MS / 2, () => void net.fetch(copy))
    const [response] = await Promise.all([net.fetch(request), hold])
    return response
  }

  return {
    exchanges,
    busy: () => net.working() > held,
    fetch(request) {
      const fault = nextFault(request)
      const call = `${request.method} ${new URL(request.url).pathname}`
      const exchange = { call, key: request.headers.get('idempotency-key'), fault, reply: null }
      exchanges.push(exchange)
      known.set(request, exchange)
      const { signal } = request
      return new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason)
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort)
        later(TRAVEL_MS, () => {
          if (signal.aborted) return
          replyTo(request, fault).then(
            response => later(fault === 'slow' ? SLOW_MS : TRAVEL_MS, () => resolve(response)),
            error => later(TRAVEL_MS, () => reject(error)),
          )
        })
      })
    },
  }
}
