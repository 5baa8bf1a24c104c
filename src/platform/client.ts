import { assertNever } from '#contract/assert-never.ts'
import { requests } from '#contract/calls/generated/requests.ts'
import type { Answer, AppCallName } from '#contract/calls.ts'
import { HTTP_TIMEOUT_DEFAULT_MS } from '#contract/limits.ts'
import { type CallRequest, pathOf } from '#contract/request.ts'
import type { Api, CallOptions, CheckAnswer, Clock, Reply } from '#src/ports.ts'
import { contractFingerprint } from '#src/storage/contract-fingerprint.ts'
import { isOtherJson } from '#src/storage/other-json.ts'
import type * as failures from './parse-failure.ts'
import { CACHED_AT, CONTRACT, ONLY_IF_CACHED } from './worker-protocol.ts'

/** Longer responses are parsed, validated and shown in separate tasks, so as not to block a cheap phone for long. */
const LONG_CHARS = 100_000

type ResponseParser = Pick<typeof failures, 'parseFailure' | 'failureWithoutBody'> & {
  readonly checkAnswer: CheckAnswer
  /** Missing in the service worker. */
  readonly cachedReply?: typeof failures.cachedReply
}

export type ClientDeps = {
  readonly fetch: (request: Request) => Promise<Response>
  /** `https://…` without a trailing slash. */
  readonly baseUrl: string
  /** The session's bearer token, if any (spec S7). */
  readonly token: () => string | null
  /** The language that the app shows, in which the server sends LINE messages. */
  readonly language?: () => string
  readonly clock: Clock
  readonly parser: () => Promise<ResponseParser>
  /**
   * Called after each request. `reached` tells whether our server responded; null if this is unclear because of a
   * gateway's error or foreign JSON. `stranger` is true if something else responded, such as a Wi-Fi sign-in page.
   */
  readonly onTraffic?: (reached: boolean | null, stranger?: boolean) => void
}

/** Accepts only responses that match the contract's schema. Failures are values. */
export function createClient(deps: ClientDeps): Api {
  async function exchange<N extends AppCallName, T>(
    name: N,
    options: CallOptions<N>,
    read: (response: Response) => Promise<T>,
  ): Promise<Reply<T>> {
    const limit = timeLimit(deps.clock, options)
    const report = (reached: boolean | null, stranger = false) =>
      options.cachedOnly || deps.onTraffic?.(reached, stranger)
    void deps.parser().catch(() => {})
    try {
      const request = requestOf(deps, name, options, limit.signal)
      const answer = deps
        .fetch(request)
        .then(response => readReply(deps, response, requests[name].method === 'HEAD', read))
      const reply = await Promise.race([answer, aborted(request, limit.signal)])
      const saysNothing = isOfGateway(reply) || isOtherJson(reply)
      const reached = saysNothing ? null : reply.ok || reply.failure.kind === 'refused'
      report(reached, reached === false && !reply.ok && reply.failure.kind === 'portal')
      return reply
    } catch {
      const kind = limit.cause() ?? 'network'
      // A request that the app itself aborted says nothing about the network.
      if (kind !== 'aborted') report(false)
      return { ok: false, failure: { kind }, headers: null }
    } finally {
      limit.end()
    }
  }

  return {
    call: <N extends AppCallName>(name: N, given?: CallOptions<N>) => {
      const options = given ?? ({} as CallOptions<N>)
      return exchange(name, options, response => readAnswer(deps, name, options, response))
    },
    download: (name, options) =>
      exchange(name, options, async response => {
        if (!response.headers.get('content-type')?.startsWith('image/')) throw new UnexpectedResponse()
        return response.blob()
      }),
  }
}

/**
 * A gateway's error shows that the phone is online, although our server did not respond. A foreign response with 2xx,
 * 3xx or 511 (RFC 6585) may come from a Wi-Fi sign-in page, so the phone is considered offline.
 */
const isOfGateway = (reply: Reply<unknown>): boolean =>
  !reply.ok && reply.failure.kind === 'portal' && reply.failure.status >= 400 && reply.failure.status !== 511

/** The listener references the request. Otherwise WebKit may garbage-collect it, and an aborted fetch would hang. */
const aborted = (request: Request, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(request)))

/** Thrown for a response from another server: a captive portal, a proxy, or our server in another version. */
class UnexpectedResponse extends Error {}

async function readReply<T>(
  { parser }: Pick<ClientDeps, 'parser'>,
  response: Response,
  head: boolean,
  read: (response: Response) => Promise<T>,
): Promise<Reply<T>> {
  const { headers, status } = response
  try {
    if (status === 200 || status === 304) {
      const value = await read(response)
      const fromStore = headers.has(CACHED_AT) ? (await parser()).cachedReply : undefined
      return fromStore?.(headers, value) ?? { ok: true, value, headers }
    }
    const { failureWithoutBody, parseFailure } = await parser()
    // A response to HEAD has headers for a body but no body.
    const failure =
      isJson(response) && !head
        ? parseFailure(status, headers, await response.json())
        : failureWithoutBody(status, headers, head)
    return { ok: false, failure, headers }
  } catch (error) {
    // A truncated body is a network failure; a complete but invalid body is from another server.
    if (!(error instanceof UnexpectedResponse || error instanceof SyntaxError)) throw error
    return { ok: false, failure: (await parser()).failureWithoutBody(status, headers), headers }
  }
}

async function readAnswer<N extends AppCallName>(
  { clock, parser }: Pick<ClientDeps, 'clock' | 'parser'>,
  name: N,
  options: CallOptions<N>,
  response: Response,
): Promise<Answer<N>> {
  if (response.status === 304) {
    if (options.cached === undefined) throw new UnexpectedResponse()
    return options.cached.value
  }
  // A response to HEAD has only headers. Without a request id, it is from another server.
  const head = requests[name].method === 'HEAD'
  if (head && !response.headers.has('x-request-id')) throw new UnexpectedResponse()
  const text = head ? '{}' : isJson(response) ? await response.text() : 'null'
  const given: unknown = JSON.parse(text)
  const yieldIfLong = () => text.length > LONG_CHARS && new Promise<void>(resolve => clock.after(0, resolve))
  await yieldIfLong()
  // The worker of the same build has already validated the response with the same schemas. Only our worker sends this
  // header.
  if (contractFingerprint !== null && response.headers.get(CONTRACT) === contractFingerprint)
    return given as Answer<N>
  const checked = (await parser()).checkAnswer(name, given)
  if (checked === null) throw new UnexpectedResponse()
  await yieldIfLong()
  return checked.value
}

const isJson = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('application/json') === true

function requestOf<N extends AppCallName>(
  deps: ClientDeps,
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
  // The cookie may already hold another customer's session, so the server compares it with `X-Owner`.
  const owner = route.auth === 'none' ? null : options.owner
  const token = owner ? deps.token() : null
  set('Accept-Language', deps.language?.())
  set('X-Owner', owner)
  set('Authorization', token && `Bearer ${token}`)
  set('Idempotency-Key', options.idempotencyKey)
  set('If-Match', options.ifMatch && `"${options.ifMatch}"`)
  set('If-None-Match', options.cached?.etag)
  set('Cache-Control', options.cachedOnly ? ONLY_IF_CACHED : null)
  set('Content-Range', options.bytes?.range)
  const body = bodyOf(route, options, headers)
  // Do not send cookies: the bearer token alone identifies the customer.
  return new Request(url, {
    method: route.method,
    headers,
    signal,
    credentials: 'omit',
    ...(options.keepalive && { keepalive: true }),
    ...(body && { body }),
  })
}

function bodyOf(
  route: CallRequest,
  options: Pick<CallOptions<AppCallName>, 'body' | 'bytes'>,
  headers: Headers,
): BodyInit | null {
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
