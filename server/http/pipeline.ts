import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { CallRequest } from '#contract/request.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallError } from '#server/errors.ts'
import { isObjectStoreDown } from '#server/images/object-store-error.ts'
import { isDatabaseDown } from '#server/store/failure.ts'
import { clientNetwork } from './client-network.ts'
import { type AnyCall, type BodyRules, type Received, receive } from './receive.ts'

/** Without `ip` (the socket's remote address), all unauthenticated calls share one rate limit. */
export type Fetch = (request: Request, info?: { readonly ip?: string | undefined }) => Promise<Response>

export type Exchange = {
  readonly request: Request
  readonly requestId: string
  readonly now: number
  /** The client's network, for limits. The log replaces it with a keyed hash. */
  readonly ip: string
  /** The address of the connection, which can be a proxy's. */
  readonly connection: string | undefined
  route: string
  allow?: string
  callerId?: string
  readonly cookies: string[]
}

export type Incoming<N extends string, C> = Exchange & {
  readonly name: N
  readonly call: C
  readonly params: Record<string, string>
}

/** `thrown` is `error` itself, or the unexpected error that `error` stands for. */
export type Refusal<E> = { readonly error: E; readonly thrown: Error }

type Recording = {
  readonly deps: Pick<ServerDeps, 'clock' | 'random' | 'trustProxy'>
  readonly record: (exchange: Exchange, response: Response, ms: number) => void
}

/** How one kind of caller uses the server. `A` is the type of the result of `admit`. */
export type Policy<N extends string, C extends AnyCall, E extends CallError<string>, A> = Recording & {
  readonly calls: Readonly<Record<N, C>>
  readonly maxUrlBytes: number
  /** True if a path's GET call also answers HEAD, unless the contract defines a HEAD call. */
  readonly answersHead: boolean
  /** The route to log for a call whose method is not in the contract. */
  readonly otherMethod: 'method' | 'none'
  readonly admit: (incoming: Incoming<N, C>) => Promise<A>
  readonly bodyRules: (call: C) => BodyRules
  readonly answer: (incoming: Incoming<N, C>, admitted: A, input: Received) => Promise<Response>
  readonly error: (code: 'METHOD_NOT_ALLOWED' | 'NOT_FOUND' | 'TOO_LARGE' | 'UNAVAILABLE' | 'INTERNAL') => E
  /** Converts a thrown error. Returns null if the error is unexpected. */
  readonly expected: (thrown: Error) => E | null
  readonly refuse: (error: E, exchange: Exchange) => Response
  readonly report: (refusal: Refusal<E>, exchange: Exchange) => void
}

export type Env = {
  Bindings: { readonly ip?: string | undefined }
  Variables: { exchange: Exchange }
}

/** Creates a Hono app that records each request, converts errors to responses, and has no routes yet. */
export function createPipeline<N extends string, C extends AnyCall, E extends CallError<string>, A>(
  policy: Policy<N, C, E, A>,
) {
  // Use the path as sent: a proxy that blocks `/api` does not block `/%61pi`, so Hono must not decode it.
  const app = new Hono<Env>({ getPath: request => new URL(request.url).pathname })
  const refuseLongUrl = ({ url }: Request) => {
    if (url.length > policy.maxUrlBytes) throw policy.error('TOO_LARGE')
  }
  const refuseMethod = (c: Context<Env>, allow: string): never => {
    c.get('exchange').allow = allow
    throw policy.error('METHOD_NOT_ALLOWED')
  }

  async function handle(c: Context<Env>, name: N): Promise<Response> {
    const called = { name, call: policy.calls[name], params: c.req.param() }
    const incoming: Incoming<N, C> = Object.assign(c.get('exchange'), called)
    const admitted = await policy.admit(incoming)
    const input = await receive(incoming, policy.bodyRules(incoming.call))
    return policy.answer(incoming, admitted, input)
  }

  app.use(recorded(policy))
  app.onError((thrown, c) => {
    const exchange = c.get('exchange')
    const isDown = isDatabaseDown(thrown) || isObjectStoreDown(thrown)
    const error = policy.expected(thrown) ?? policy.error(isDown ? 'UNAVAILABLE' : 'INTERNAL')
    policy.report({ error, thrown }, exchange)
    const response = policy.refuse(error, exchange)
    if (exchange.allow !== undefined) response.headers.set('Allow', exchange.allow)
    return response
  })
  return {
    app,
    refuseLongUrl,
    refuseMethod,
    addCalls() {
      for (const [path, names] of callsByPath(policy.calls)) {
        const get = names.get('GET')
        if (policy.answersHead && get && !names.has('HEAD')) names.set('HEAD', get)
        const allow = [...names.keys()].sort().join(', ')
        app.all(path, c => {
          refuseLongUrl(c.req.raw)
          const name = names.get(c.req.method)
          c.get('exchange').route = name ?? policy.otherMethod
          return name ? handle(c, name) : refuseMethod(c, allow)
        })
      }
    },
    addRest() {
      app.all('*', c => {
        refuseLongUrl(c.req.raw)
        throw policy.error('NOT_FOUND')
      })
    },
    fetch: async (request: Request, info: { readonly ip?: string | undefined } = {}) =>
      app.fetch(request, info),
  }
}

function recorded({ deps, record }: Recording): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    const request = c.req.raw
    const exchange: Exchange = {
      request,
      requestId: requestIdOf(request.headers, deps),
      now: deps.clock.now(),
      ip: clientNetwork(request.headers, c.env.ip, deps.trustProxy),
      connection: c.env.ip,
      route: 'none',
      cookies: [],
    }
    c.set('exchange', exchange)
    await next()
    const { headers } = c.res
    headers.set('X-Request-Id', exchange.requestId)
    for (const cookie of exchange.cookies) headers.append('Set-Cookie', cookie)
    record(exchange, c.res, performance.now() - started)
  }
}

function requestIdOf(headers: Headers, { clock, random }: Pick<ServerDeps, 'clock' | 'random'>): string {
  const given = headers.get('x-request-id') ?? ''
  return /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : uuidv7(clock.now(), random.bytes(16))
}

/**
 * Returns the names of the calls by path and method. Paths without parameters come first, because Hono takes the first
 * match: `/api/receipt/customerHistory` also matches `/api/receipt/:id`.
 */
function callsByPath<N extends string>(
  calls: Readonly<Record<N, Pick<CallRequest, 'method' | 'path'>>>,
): readonly (readonly [path: string, names: Map<string, N>])[] {
  const paths = new Map<string, Map<string, N>>()
  for (const name of Object.keys(calls) as N[]) {
    const { method, path } = calls[name]
    paths.set(path, (paths.get(path) ?? new Map<string, N>()).set(method, name))
  }
  const hasParameter = (path: string) => Number(path.includes(':'))
  return [...paths].sort(([a], [b]) => hasParameter(a) - hasParameter(b))
}
