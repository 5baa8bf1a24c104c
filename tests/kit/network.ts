/** Statuses with which a gateway answers in our server's place. */
const gatewayStatuses = [200, 201, 204, 403, 404, 409, 422] as const

/** A gateway's own page with this status. Like many gateways, the traced ones add an `X-Request-Id`. */
type GatewayPage = `${'page' | 'traced-page'}-${(typeof gatewayStatuses)[number]}`

export const gatewayPages: readonly GatewayPage[] = gatewayStatuses.flatMap(
  status => [`page-${status}`, `traced-page-${status}`] as const,
)

/** A gateway's refusals that look like ours, with an `X-Request-Id`. The request does not reach the server. */
const lookAlikes = {
  400: 'VALIDATION',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  410: 'Gone',
  413: 'TOO_LARGE',
  422: 'Unprocessable Entity',
} as const

type LookAlike = `look-alike-${keyof typeof lookAlikes}`

export const lookAlikeRefusals = Object.keys(lookAlikes).map(status => `look-alike-${status}` as LookAlike)

export type Fault =
  | 'ok'
  | GatewayPage
  | LookAlike
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
  /** A gateway's own refusal. Like many gateways, it adds an `X-Request-Id`. The request does not reach the server. */
  | 'forbidden'
  | 'refused-by-gateway'
  /** The server handles the request, and a gateway turns the response's 200 into 201. */
  | 'created'
  /** Our server's complete response, but without the idempotency key that it acknowledges. */
  | 'keyless'
  /** Our server's complete response, but it acknowledges the idempotency key of another job. */
  | 'other-key'
  /** A refusal in our format that names the idempotency key of another job. */
  | 'other-refusal'
  | 'unauthorized'
  | 'too-many'
  /** Our server asks for a minute's pause. */
  | 'wait-a-minute'
  /** Our server is down and asks for a minute's pause. */
  | 'down-for-a-minute'
  | 'internal'
  | 'request-timeout'
  | 'too-early'
  /** An answer of a gateway in front of our server, in HTML. */
  | 'gateway-503'
  | 'gateway-429'
  /** It asks for a minute's pause. */
  | 'gateway-429-minute'
  | 'gateway-503-minute'
  | 'no-such-page'
  /** Our server in a version that does not have this call. */
  | 'no-such-call'

/** Returns an error as our server writes it: the body repeats the request's idempotency key. */
const refusal = (request: Request, status: number, error: string, headers: Record<string, string> = {}) => {
  const key = request.headers.get('idempotency-key')
  const body = { error, message: 'x', requestId: 'kit', ...(key === null ? {} : { idempotencyKey: key }) }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })
}

const OTHER_KEY = '01938000-0000-7000-8000-000000000000'

const GATEWAY_ID = { 'X-Request-Id': '9f1c2a34-77aa-4b0e-8d25-0a1b2c3d4e5f' }

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : '<html>gateway</html>', {
    status,
    headers: { 'Content-Type': 'text/html', ...headers },
  })

const isGatewayPage = (fault: Fault): fault is GatewayPage =>
  (gatewayPages as readonly Fault[]).includes(fault)

const isLookAlike = (fault: Fault): fault is LookAlike =>
  (lookAlikeRefusals as readonly Fault[]).includes(fault)

export const lookAlike = (status: keyof typeof lookAlikes) =>
  new Response(JSON.stringify({ error: lookAlikes[status], message: 'x', requestId: 'gateway' }), {
    status,
    headers: { 'Content-Type': 'application/json', ...GATEWAY_ID },
  })

const statusOf = (fault: GatewayPage | LookAlike) => Number(fault.slice(fault.lastIndexOf('-') + 1))

/** Requests without an answer. Node would delete an unreferenced one with the listener for its abort. */
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
  working(): number
  /** All requests that reached the server, as `METHOD path`. */
  readonly delivered: string[]
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
    working: () => working,
    async fetch(request) {
      const what = fault(request)
      if (isGatewayPage(what)) return page(statusOf(what), what.startsWith('traced') ? GATEWAY_ID : {})
      if (isLookAlike(what)) return lookAlike(statusOf(what) as keyof typeof lookAlikes)
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
          return refusal(request, 503, 'UNAVAILABLE', { 'Retry-After': '3' })
        case 'portal':
          return new Response('<html>Free Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } })
        case 'forbidden':
          return new Response('<html>403 Forbidden</html>', {
            status: 403,
            headers: { 'Content-Type': 'text/html', ...GATEWAY_ID },
          })
        case 'refused-by-gateway':
          return new Response(JSON.stringify({ error: 'Conflict', message: 'x', requestId: 'gateway' }), {
            status: 409,
            headers: { 'Content-Type': 'application/json', ...GATEWAY_ID },
          })
        case 'created': {
          const { body, headers, status } = await deliver(request)
          return new Response(body, { headers, status: status === 200 ? 201 : status })
        }
        case 'keyless':
        case 'other-key': {
          const reply = await deliver(request)
          const headers = new Headers(reply.headers)
          headers.delete('idempotency-key')
          if (what === 'other-key') headers.set('idempotency-key', OTHER_KEY)
          return new Response(reply.body, { status: reply.status, headers })
        }
        case 'other-refusal': {
          const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': OTHER_KEY }
          const body = { error: 'VALIDATION', message: 'x', requestId: 'kit', idempotencyKey: OTHER_KEY }
          return new Response(JSON.stringify(body), { status: 422, headers })
        }
        case 'unauthorized':
          return refusal(request, 401, 'UNAUTHORIZED')
        case 'too-many':
          return refusal(request, 429, 'RATE_LIMITED', { 'Retry-After': '2' })
        case 'wait-a-minute':
          return refusal(request, 429, 'RATE_LIMITED', { 'Retry-After': '60' })
        case 'down-for-a-minute':
          return refusal(request, 503, 'UNAVAILABLE', { 'Retry-After': '60' })
        case 'internal':
          return refusal(request, 500, 'INTERNAL')
        case 'request-timeout':
          return refusal(request, 408, 'UNAVAILABLE')
        case 'too-early':
          return refusal(request, 425, 'UNAVAILABLE')
        case 'gateway-503':
          return page(503)
        case 'gateway-429':
          return page(429)
        case 'gateway-429-minute':
        case 'gateway-503-minute':
          return page(what === 'gateway-429-minute' ? 429 : 503, { 'Retry-After': '60' })
        case 'no-such-page':
          return page(404)
        case 'no-such-call':
          return refusal(request, 404, 'NOT_FOUND')
      }
    },
  }
}
