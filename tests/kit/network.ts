/** What happens to one request. */
export type Fault =
  | 'ok'
  /** The request does not reach the server. */
  | 'drop-request'
  /** The server handles the request; the response is lost. */
  | 'drop-reply'
  /** The request gets neither a response nor an error until the phone aborts it. */
  | 'hang'
  /** The server handles the request; the response body never ends. */
  | 'hang-reply'
  | 'unavailable'
  /** A Wi-Fi sign-in page answers 200 to everything. */
  | 'portal'
  /** Our server's complete response, but without the idempotency key that it acknowledges. */
  | 'keyless'
  /** Our server's complete response, but it acknowledges the idempotency key of another job. */
  | 'other-key'
  | 'unauthorized'
  | 'too-many'
  /** Our server in a version that does not have this call. */
  | 'no-such-call'

const json = (status: number, error: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error, message: 'x', requestId: 'kit' }), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })

/**
 * Requests without an answer. Node's garbage collector deletes a request that only its own abort listener refers to;
 * such a request is never aborted, and the code that waits for it hangs.
 */
const hanging = new Set<Request>()

/** Rejects when the request is aborted, like a `fetch` that gets no answer. */
export const untilAborted = (request: Request) =>
  new Promise<never>((_, reject) => {
    const fail = () => {
      hanging.delete(request)
      reject(request.signal.reason)
    }
    hanging.add(request)
    if (request.signal.aborted) fail()
    request.signal.addEventListener('abort', fail)
  })

export type Network = {
  fetch(request: Request): Promise<Response>
  /** True while the server is working on requests. Requests that hang on purpose do not count. */
  busy(): boolean
  /** All requests that reached the server, as `METHOD path`. */
  readonly delivered: string[]
  /** All statuses that the server returned, in order. */
  readonly statuses: { readonly call: string; readonly status: number }[]
}

/** Creates a network to a server in this process. `fault` decides what happens to each request. */
export function network(
  server: (request: Request) => Response | Promise<Response>,
  fault: (request: Request) => Fault,
): Network {
  const delivered: string[] = []
  const statuses: { call: string; status: number }[] = []
  let working = 0

  async function deliver(request: Request): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname}`
    delivered.push(call)
    working += 1
    try {
      const response = await server(request)
      statuses.push({ call, status: response.status })
      return response
    } finally {
      working -= 1
    }
  }

  return {
    delivered,
    statuses,
    busy: () => working > 0,
    async fetch(request) {
      const what = fault(request)
      switch (what) {
        case 'ok':
          return deliver(request)
        case 'drop-request':
          throw new TypeError('Failed to fetch')
        case 'drop-reply':
          await deliver(request)
          throw new TypeError('Failed to fetch')
        case 'hang':
          return untilAborted(request)
        case 'hang-reply':
          await deliver(request)
          return untilAborted(request)
        case 'unavailable':
          return json(503, 'UNAVAILABLE', { 'Retry-After': '3' })
        case 'portal':
          return new Response('<html>Free Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } })
        case 'keyless':
        case 'other-key': {
          const reply = await deliver(request)
          const headers = new Headers(reply.headers)
          headers.delete('idempotency-key')
          if (what === 'other-key') headers.set('idempotency-key', '01938000-0000-7000-8000-000000000000')
          return new Response(reply.body, { status: reply.status, headers })
        }
        case 'unauthorized':
          return json(401, 'UNAUTHORIZED')
        case 'too-many':
          return json(429, 'RATE_LIMITED', { 'Retry-After': '2' })
        case 'no-such-call':
          return json(404, 'NOT_FOUND')
      }
    },
  }
}
