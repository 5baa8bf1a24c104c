import { assertNever } from '#contract/assert-never.ts'
import type { Answer, AppCallName } from '#contract/calls.ts'
import { requests } from '#contract/generated/requests.ts'
import { HTTP_TIMEOUT_DEFAULT_MS } from '#contract/limits.ts'
import { type CallRequest, pathOf } from '#contract/request.ts'
import { lazyOnce } from '#src/loading/lazy-once.ts'
import type { Api, CallOptions, Clock, Reply } from '#src/ports.ts'

/** The contract's schemas come beside the first request: only an answer needs them. */
const responseParser = lazyOnce(() => import('./response-parser.ts'))

/** A longer answer is parsed, checked and shown in tasks of their own: each takes a cheap phone a while. */
const LONG_CHARS = 100_000

export type ApiDeps = {
  readonly fetch: (request: Request) => Promise<Response>
  /** `https://…` without a slash at the end. */
  readonly baseUrl: string
  /** The session's bearer token (S7: sent when the cookie exists). */
  readonly token: () => string | null
  readonly clock: Clock
  /** Hears of every try: whether our server answered it at all. */
  readonly onTraffic?: (reached: boolean) => void
}

/**
 * The product API over HTTP. Nothing expected is thrown: a refusal, a lost network, a timeout and a captive portal
 * are values. An answer counts only when the contract's schema accepts it.
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
      // What we gave up ourselves says nothing about the network.
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

/** The answer is not this server's: a captive portal, a proxy's page, or a server of another version. */
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
    // The answer to HEAD announces a body that does not come.
    const failure =
      isJson(response) && !head
        ? parseFailure(status, headers, await response.json())
        : failureWithoutBody(status, headers)
    return { ok: false, failure, headers }
  } catch (error) {
    // A body that is cut off in the middle is a lost network; one that is whole and wrong is somebody else's.
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
  // The answer to HEAD is in its headers: without our request id it is somebody else's.
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
  // Only the bearer token says who it is.
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
      // Fields without a value are skipped (S7).
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

/** Aborts a request at its time or with its caller, and remembers which of the two it was. */
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
