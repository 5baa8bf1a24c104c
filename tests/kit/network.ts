/** Statuses that a gateway returns in place of our server. */
const gatewayStatuses = [200, 201, 204, 403, 404, 409, 422] as const

/** A gateway's own page with this status. A traced page has an `X-Request-Id`, which many gateways add. */
type GatewayPage = `${'page' | 'traced-page'}-${(typeof gatewayStatuses)[number]}`

export const gatewayPages: readonly GatewayPage[] = gatewayStatuses.flatMap(
  status => [`page-${status}`, `traced-page-${status}`] as const,
)

/** Refusals by a gateway that look like our server's, with an `X-Request-Id`. The request does not reach the server. */
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

/** Returns an error response like our server's: its body repeats the request's idempotency key. */
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

const likeOurs = (status: number, error: string) =>
  new Response(JSON.stringify({ error, message: 'x', requestId: 'gateway' }), {
    status,
    headers: { 'Content-Type': 'application/json', ...GATEWAY_ID },
  })

export const lookAlike = (status: keyof typeof lookAlikes) => likeOurs(status, lookAlikes[status])

const statusOf = (fault: GatewayPage | LookAlike) => Number(fault.slice(fault.lastIndexOf('-') + 1))

/** Requests without a response. Node would garbage-collect an unreferenced one together with its abort listener. */
const hanging = new Set<Request>()

/** Rejects when the request is aborted, like a `fetch` that gets no response. */
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

type Handle = (
  request: Request,
  deliver: (request: Request) => Promise<Response>,
) => Promise<Response> | Response

const failed = (): never => {
  throw new TypeError('Failed to fetch')
}
const retryAfter = (seconds: number) => ({ 'Retry-After': `${seconds}` })

/** Returns our server's complete response, but with a different idempotency key, or without one. */
const withKey =
  (key: string | null): Handle =>
  async (request, deliver) => {
    const reply = await deliver(request)
    const headers = new Headers(reply.headers)
    headers.delete('idempotency-key')
    if (key !== null) headers.set('idempotency-key', key)
    return new Response(reply.body, { status: reply.status, headers })
  }

/** Handlers of a request, by fault. */
const faults = {
  ok: (request, deliver) => deliver(request),
  /** The request does not reach the server. */
  'drop-request': failed,
  /** The server handles the request; the response is lost. */
  'drop-reply': (request, deliver) => deliver(request).then(failed),
  /** The request gets neither a response nor an error until the phone aborts it. */
  hang: request => untilAborted(request),
  /** The server handles the request; the response body never ends. */
  'hang-reply': (request, deliver) => deliver(request).then(() => untilAborted(request)),
  unavailable: request => refusal(request, 503, 'UNAVAILABLE', retryAfter(3)),
  /** A Wi-Fi sign-in page answers 200 to everything. */
  portal: () => page(200),
  /** A gateway's own refusal. Like many gateways, it adds an `X-Request-Id`. The request does not reach the server. */
  forbidden: () => page(403, GATEWAY_ID),
  'refused-by-gateway': () => likeOurs(409, 'Conflict'),
  /** The server handles the request, and a gateway changes the response's status from 200 to 201. */
  async created(request, deliver) {
    const { body, headers, status } = await deliver(request)
    return new Response(body, { headers, status: status === 200 ? 201 : status })
  },
  /** Our server's complete response, but without the idempotency key that it acknowledges. */
  keyless: withKey(null),
  /** Our server's complete response, but it acknowledges the idempotency key of another job. */
  'other-key': withKey(OTHER_KEY),
  /** A refusal in our format that names the idempotency key of another job. */
  'other-refusal'() {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': OTHER_KEY }
    const body = { error: 'VALIDATION', message: 'x', requestId: 'kit', idempotencyKey: OTHER_KEY }
    return new Response(JSON.stringify(body), { status: 422, headers })
  },
  unauthorized: request => refusal(request, 401, 'UNAUTHORIZED'),
  'too-many': request => refusal(request, 429, 'RATE_LIMITED', retryAfter(2)),
  /** Our server asks for a minute's pause. */
  'wait-a-minute': request => refusal(request, 429, 'RATE_LIMITED', retryAfter(60)),
  /** Our server is down and asks for a minute's pause. */
  'down-for-a-minute': request => refusal(request, 503, 'UNAVAILABLE', retryAfter(60)),
  internal: request => refusal(request, 500, 'INTERNAL'),
  'request-timeout': request => refusal(request, 408, 'UNAVAILABLE'),
  'too-early': request => refusal(request, 425, 'UNAVAILABLE'),
  /** A gateway in front of our server answers in HTML. */
  'gateway-503': () => page(503),
  'gateway-429': () => page(429),
  /** The gateway asks for a minute's pause. */
  'gateway-429-minute': () => page(429, retryAfter(60)),
  'gateway-503-minute': () => page(503, retryAfter(60)),
  'no-such-page': () => page(404),
  /** Our server runs a version that does not have this call. */
  'no-such-call': request => refusal(request, 404, 'NOT_FOUND'),
} satisfies Readonly<Record<string, Handle>>

export type Fault = keyof typeof faults | GatewayPage | LookAlike

export type Network = ReturnType<typeof network>

/** Creates a network to a server in this process. `fault` decides what happens to each request. */
export function network(
  server: (request: Request) => Response | Promise<Response>,
  fault: (request: Request) => Fault,
) {
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
    /** All requests that reached the server, as `METHOD path`. */
    delivered,
    statuses,
    /** True while the server is working on requests. Requests that hang on purpose do not count. */
    busy: () => working > 0,
    working: () => working,
    async fetch(request: Request): Promise<Response> {
      const what = fault(request)
      if (isGatewayPage(what)) return page(statusOf(what), what.startsWith('traced') ? GATEWAY_ID : {})
      if (isLookAlike(what)) return lookAlike(statusOf(what) as keyof typeof lookAlikes)
      return faults[what](request, deliver)
    },
  }
}
