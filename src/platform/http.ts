import { assertNever } from '#contract/assert-never.ts'
import type { Answer, AppCallName } from '#contract/calls.ts'
import { requests } from '#contract/generated/requests.ts'
import { HTTP_TIMEOUT_DEFAULT_MS } from '#contract/limits.ts'
import { type CallRequest, pathOf } from '#contract/request.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Api, CallOptions, Clock, Reply } from '#src/ports.ts'

/** Loads the contract's schemas in parallel with the first request, because only its response needs them. */
const responseParser = lazyOnce(() => import('./response-parser.ts'))

/**
 * Responses with more characters than this are parsed, validated and shown in separate tasks, so that a cheap
 * phone is not blocked for long.
 */
const LONG_CHARS = 100_000

export type ApiDeps = {
  readonly fetch: (request: Request) => Promise<Response>
  /** Origin of the server, `https://…` without a trailing slash. */
  readonly baseUrl: string
  /** Returns the session's bearer token from its cookie, or null without a cookie. The request then has no `Authorization` header (spec S7). */
  readonly token: () => string | null
  readonly clock: Clock
  /** Called after each request. `reached` is true if our server responded. */
  readonly onTraffic?: (reached: boolean) => void
}

/**
 * Creates the client of the product API. Error responses, lost connections, timeouts and captive portals are
 * returned as values. A response is accepted only if it matches the contract's schema.
 */
export function createApi(deps: ApiDeps): Api {
  async function exchange<N extends AppCallName, T>(
    name: N,
    options: CallOptions<N>,
    read: (response: Response) => Promise<T>,
  ): Promise<Reply<T>> {
    const limit = timeLimit(deps.clock, options)
    void responseParser().catch(() => {})
    try {
      const response = await deps.fetch(requestOf(deps, name, options, limit.signal))
      const reply = await readReply(response, requests[name].method === 'HEAD', read)
      deps.onTraffic?.(reply.ok || reply.failure.kind === 'refused')
      return reply
    } catch {
      const kind = limit.cause() ?? 'network'
      // A request that the app itself aborted says nothing about the network.
      if (kind !== 'aborted') deps.onTraffic?.(false)
      return { ok: false, failure: { kind }, headers: null }
    } finally {
      limit.end()
    }
  }

  return {
    call: (name, options = {}) =>
      exchange(name, options, response => readAnswer(deps.clock, name, options, response)),
    download: (name, options) =>
      exchange(name, options, async response => {
        if (!response.headers.get('content-type')?.startsWith('image/')) throw new UnexpectedResponse()
        return response.blob()
      }),
  }
}

/** Thrown for a response from another server: a captive portal, a proxy, or our server in another version. */
class UnexpectedResponse extends Error {}

async function readReply<T>(
  response: Response,
  head: boolean,
  read: (response: Response) => Promise<T>,
): Promise<Reply<T>> {
  const { headers, status } = response
  try {
    if (status === 200 || status === 304) return { ok: true, value: await read(response), headers }
    const { failureWithoutBody, parseFailure } = await responseParser()
    // A response to HEAD has the headers of a body but no body.
    const failure =
      isJson(response) && !head
        ? parseFailure(status, headers, await response.json())
        : failureWithoutBody(status, headers)
    return { ok: false, failure, headers }
  } catch (error) {
    // A truncated body is a network failure; a complete but invalid one comes from another server.
    if (!(error instanceof UnexpectedResponse || error instanceof SyntaxError)) throw error
    return { ok: false, failure: { kind: 'portal', status }, headers }
  }
}

async function readAnswer<N extends AppCallName>(
  clock: Clock,
  name: N,
  options: CallOptions<N>,
  response: Response,
): Promise<Answer<N>> {
  if (response.status === 304) {
    if (options.cached === undefined) throw new UnexpectedResponse()
    return options.cached.value
  }
  // A response to HEAD consists of headers only. Without our request id it comes from another server.
  const head = requests[name].method === 'HEAD'
  if (head && !response.headers.has('x-request-id')) throw new UnexpectedResponse()
  const text = head ? '{}' : isJson(response) ? await response.text() : 'null'
  const given: unknown = JSON.parse(text)
  const yieldIfLong = () => text.length > LONG_CHARS && new Promise<void>(resolve => clock.after(0, resolve))
  await yieldIfLong()
  const checked = (await responseParser()).checkAnswer(name, given)
  if (checked === null) throw new UnexpectedResponse()
  await yieldIfLong()
  return checked.value
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/json') === true

function requestOf<N extends AppCallName>(
  deps: ApiDeps,
  name: N,
  options: CallOptions<N>,
  signal: AbortSignal,
): Request {
  const route: CallRequest = requests[name]
  const url = new URL(deps.baseUrl + pathOf(route, (options.params ?? {}) as Record<string, string>))
  for (const [key, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) url.searchParams.set(key, String(value))
  const headers = new Headers({ Accept: 'application/json' })
  const set = (header: string, value: string | null | undefined) => {
    if (value) headers.set(header, value)
  }
  const token = route.auth === 'bearer' ? deps.token() : null
  set('Authorization', token && `Bearer ${token}`)
  set('Idempotency-Key', options.idempotencyKey)
  set('X-Owner', options.owner)
  set('If-Match', options.ifMatch && `"${options.ifMatch}"`)
  set('If-None-Match', options.cached?.etag)
  set('Content-Range', options.bytes?.range)
  const body = bodyOf(route, options, headers)
  // No cookies: the bearer token alone identifies the customer.
  return new Request(url, {
    method: route.method,
    headers,
    signal,
    credentials: 'omit',
    ...(options.keepalive && { keepalive: true }),
    ...(body && { body }),
  })
}

function bodyOf(route: CallRequest, options: CallOptions<AppCallName>, headers: Headers): BodyInit | null {
  switch (route.bodyKind) {
    case 'none':
      return null
    case 'json':
      headers.set('Content-Type', 'application/json')
      return JSON.stringify(options.body ?? {})
    case 'form':
      // Fields without a value are omitted (spec S7).
      return new URLSearchParams(
        Object.entries(options.body ?? {})
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([field, value]) => [field, String(value)]),
      )
    case 'bytes':
      headers.set('Content-Type', options.bytes?.type ?? 'application/octet-stream')
      return options.bytes?.data ?? null
    default:
      return assertNever(route.bodyKind)
  }
}

/** Aborts a request after its timeout or when the caller aborts, and records which of the two it was. */
function timeLimit(clock: Clock, options: { readonly timeout?: number; readonly signal?: AbortSignal }) {
  const controller = new AbortController()
  let cause: 'timeout' | 'aborted' | null = null
  const abort = (why: 'timeout' | 'aborted') => {
    cause ??= why
    controller.abort(new DOMException(why, why === 'timeout' ? 'TimeoutError' : 'AbortError'))
  }
  const byCaller = () => abort('aborted')
  if (options.signal?.aborted) byCaller()
  options.signal?.addEventListener('abort', byCaller)
  const ms = options.timeout ?? HTTP_TIMEOUT_DEFAULT_MS
  const cancel = ms > 0 ? clock.after(ms, () => abort('timeout')) : () => {}
  return {
    signal: controller.signal,
    cause: () => cause,
    end() {
      cancel()
      options.signal?.removeEventListener('abort', byCaller)
    },
  }
}
