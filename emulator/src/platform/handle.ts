import { assertNever } from '../assert-never.ts'
import { ownEntry } from '../own-entry.ts'
import { EMULATOR_PREFIX } from '../page-config.ts'
import { lineLinkPage } from '../pages/line-link.ts'
import { noticesFor } from '../pages/notices/notices-for.ts'
import { problemPage } from '../pages/problem.ts'
import type { Sdk } from '../sdk/sdk.ts'
import type { Line } from '../world/line.ts'
import { bearerOf } from './access.ts'
import { preflight, withCors } from './cors.ts'
import { throughInterference } from './faults.ts'
import { lineLink } from './line-links.ts'
import { isText, type LoggedRequest, loggedHeaders, loggedText, type RequestLog } from './log.ts'
import { apiError, ERROR_HEADER, json } from './responses.ts'
import { findRoute, type LineCall, type Route } from './route.ts'
import { isApiHost, ROUTES } from './routes.ts'
import { NO_SDK } from './static.ts'
import { UNKNOWN_APP_PREFIX } from './unknown-app.ts'

export type RequestSource = {
  /** Base URL for an `endpointUrl` that is only a path. */
  readonly origin: string
  readonly via: 'phone' | 'server'
  /** The SDK that LINE's CDN serves. Default: none. */
  readonly sdk?: Sdk
}

/** Instead of sending a response with this header, break the connection. */
export const DROP_HEADER = 'x-liff-emulator-drop'

const NOT_EMULATED = 'The emulated LINE does not support'
const METHOD_NOT_ALLOWED = 'is not allowed here, only'
const FAILED = 'the emulator failed:'

function isUnanswered({ error }: Pick<LoggedRequest, 'error'>): boolean {
  return (
    error !== null &&
    [NOT_EMULATED, METHOD_NOT_ALLOWED, FAILED, UNKNOWN_APP_PREFIX, NO_SDK].some(text => error.includes(text))
  )
}

/** `includesCall` is true if an unsupported request calls an API. Others, such as for images, are harmless. */
export function unknownRequestsIn(requests: readonly Pick<LoggedRequest, 'error' | 'url'>[]) {
  const unknown = requests.filter(isUnanswered)
  return {
    errors: unknown.map(({ error }) => error ?? ''),
    includesCall: unknown.some(({ url }) => url.startsWith('bridge:') || isApiHost(new URL(url).hostname)),
  }
}

type Outcome = { readonly response: Response; readonly error: string | null }

function dropped(): Response {
  return new Response('{"message":"the connection is broken"}', {
    status: 502,
    headers: { 'content-type': 'application/json; charset=utf-8', [DROP_HEADER]: '1' },
  })
}

export function isNavigation({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  return mode === null ? headers.get('accept')?.includes('text/html') === true : mode === 'navigate'
}

function unsupported({ line, request, url, origin }: Omit<LineCall, 'params' | 'sdk' | 'explain'>): Outcome {
  const { scenario } = line.world()
  const texts = noticesFor(request)
  const navigation = isNavigation(request)
  if (navigation && !isApiHost(url.hostname)) {
    const [app] = scenario.apps
    return { response: lineLinkPage({ texts, url, app, ...lineLink(url) }), error: null }
  }
  const called = `${request.method} https://${url.host}${url.pathname}`
  const error = `${NOT_EMULATED} ${called}`
  const supported = `${origin}${EMULATOR_PREFIX}api/calls`
  if (navigation) {
    const detail = texts.notEmulatedNote(called, supported)
    return { response: problemPage({ texts, status: 404, title: texts.notEmulated, detail }), error }
  }
  return { response: json({ message: error, supported }, 404), error }
}

const REQUEST_ID = 'x-line-request-id'

/** The Messaging API sets its own request ids. */
function withRequestId({ host }: Pick<Route, 'host'>, response: Response): Response {
  if (host === 'api.line.me' && !response.headers.has(REQUEST_ID))
    response.headers.set(REQUEST_ID, crypto.randomUUID())
  return response
}

/** Headers can only contain ASCII characters. */
function withReason(response: Response, reason: string | null): Response {
  if (reason !== null) response.headers.set(ERROR_HEADER, reason.replace(/[^ -~]/g, '?'))
  return response
}

/**
 * LINE's front-end servers reject a POST without a length, such as `curl -X POST`
 * (github.com/line/line-platform-feedback/issues/73). Only HTTP/1.1 requests from a socket have a `host` header.
 */
function lengthProblem({ method, headers }: Request): Response | null {
  const hasLength = ['content-length', 'transfer-encoding'].some(name => headers.has(name))
  if (method !== 'POST' || hasLength || !headers.has('host')) return null
  const html =
    '<HTML><HEAD>\n<TITLE>Length Required</TITLE>\n</HEAD><BODY>\n<H1>Length Required</H1>\n</BODY>\n</HTML>\n'
  return new Response(html, { status: 411, headers: { 'content-type': 'text/html' } })
}

async function answer(line: Line, request: Request, url: URL, from: RequestSource): Promise<Outcome> {
  const found = findRoute(ROUTES, request.method, url)
  switch (found.kind) {
    case 'route': {
      const { route, params } = found
      const refused = lengthProblem(request)
      if (refused !== null) return { response: refused, error: null }
      const { origin, sdk = () => null } = from
      const reasons: string[] = []
      const explain = (reason: string) => void reasons.push(reason)
      const response = await route.handler({ request, url, params, origin, line, sdk, explain })
      if (response === null) return unsupported({ line, request, url, origin })
      const reason = reasons.at(-1) ?? null
      const error = reason ?? response.headers.get(ERROR_HEADER)
      return { response: withReason(withRequestId(route, response), reason), error }
    }
    case 'method': {
      const message = `${request.method} ${METHOD_NOT_ALLOWED} ${found.allowed.join(', ')}`
      return { response: apiError(405, message), error: message }
    }
    case 'nothing':
      return unsupported({ line, request, url, origin: from.origin })
    default:
      return assertNever(found)
  }
}

async function answerOverNetwork(
  line: Line,
  request: Request,
  url: URL,
  from: RequestSource,
): Promise<Outcome> {
  const { reason, ...network } = await throughInterference(line, { request, url, via: from.via })
  if (network.kind === 'answer') return { response: network.response, error: reason }
  if (network.kind === 'drop') return { response: dropped(), error: reason }
  const outcome = await answer(line, request, url, from)
  return network.kind === 'lose' ? { response: dropped(), error: reason } : outcome
}

/** Falls back to the phone's user. */
function loggedUser(line: Line, request: Request, { via }: RequestSource): Pick<LoggedRequest, 'userId'> {
  const { accessTokens, scenario } = line.world()
  const token = bearerOf(request) ?? new URL(request.url).searchParams.get('access_token')
  const record = token === null ? undefined : ownEntry(accessTokens, token)
  if (record !== undefined) return { userId: record.userId }
  return via === 'phone' ? { userId: scenario.user } : {}
}

async function readable(message: Request | Response): Promise<string | null> {
  if (!isText(message.headers.get('content-type'))) return null
  return loggedText(await message.text())
}

/** `request` has the real LINE URL. Never throws. */
export async function handleLineRequest(
  line: Line,
  log: RequestLog,
  request: Request,
  from: RequestSource,
): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight(request)
  const started = performance.now()
  const at = Date.now()
  const url = new URL(request.url)
  const body = readable(request.clone()).catch(() => null)
  let outcome: Outcome
  try {
    outcome = await answerOverNetwork(line, request, url, from)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    outcome = { response: apiError(500, 'Internal Server Error'), error: `${FAILED} ${message}` }
  }
  const { response, error } = outcome
  log.add({
    at,
    via: from.via,
    method: request.method,
    url: request.url,
    status: response.status,
    ...loggedHeaders(request.headers),
    ...loggedUser(line, request, from),
    ms: Math.round(performance.now() - started),
    request: await body,
    response: await readable(response.clone()).catch(() => null),
    error,
  })
  return withCors(request, response)
}
