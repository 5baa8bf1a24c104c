import { type Network, network } from '#tests/kit/network.ts'
import type { Fault } from './history.ts'
import { staleAnswer } from './stale-answer.ts'

/** How long a request or a reply travels, in milliseconds. */
const TRAVEL_MS = 20
const SLOW_MS = 7000

/** A request of the phone, as the server saw it. */
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
  reply.status >= 400 &&
  reply.status < 500 &&
  ![401, 408, 425, 429].includes(reply.status) &&
  reply.error !== 'OWNER_MISMATCH' &&
  reply.error !== 'IMAGE_MISSING'

export type Wire = Pick<Network, 'fetch' | 'busy'> & { readonly exchanges: readonly Exchange[] }

/**
 * Creates a network with travel times by the virtual clock. Requests thus reach the server one after the other, in the
 * order in which they were sent, however fast the server is: a history has the same outcome on every server.
 */
export function wire(
  server: (request: Request) => Promise<Response>,
  later: (ms: number, run: () => void) => unknown,
  nextFault: (request: Request) => Fault,
): Wire {
  const exchanges: Exchange[] = []
  const known = new WeakMap<Request, Exchange>()

  async function recorded(request: Request): Promise<Response> {
    const response = await server(request)
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
    return fault === 'slow' || fault === 'stale' ? 'ok' : fault
  })

  return {
    exchanges,
    busy: net.busy,
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
          const reply = fault === 'stale' ? Promise.resolve(staleAnswer(request)) : net.fetch(request)
          reply.then(
            response => later(fault === 'slow' ? SLOW_MS : TRAVEL_MS, () => resolve(response)),
            error => later(TRAVEL_MS, () => reject(error)),
          )
        })
      })
    },
  }
}
