import type { DeskCallDefinition } from '#contract/define-call.ts'
import { type DeskErrorBody, deskStatusOf } from '#contract/desk/errors.ts'
import { mayAny } from '#contract/desk/roles.ts'
import { UNATTENDED } from '#contract/desk/unattended.ts'
import { type DeskBody, type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { appendAudit } from '#server/audit/log.ts'
import type { AuditTexts } from '#server/audit/texts.ts'
import { atomically } from '#server/http/atomically.ts'
import type { Incoming, Policy } from '#server/http/pipeline.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import type { BodyRules, Received } from '#server/http/receive.ts'
import { jsonResponse, RETRY_AFTER_S } from '#server/http/respond.ts'
import type { Db } from '#server/store/tables.ts'
import { prepareDecision } from './approvals.ts'
import { cookiesOf, type DeskCookies } from './cookies.ts'
import type { DeskDeps } from './deps.ts'
import { DeskError, deskErrorOf } from './errors.ts'
import type { DeskHandlers, ReceivedDeskCall } from './handler.ts'
import { actorOf } from './people.ts'
import { reportDeskRefusal } from './security-log.ts'
import { type DeskSession, findSession, freshUntil, touchSession } from './sessions.ts'

const BODY_DEADLINE_MS = 15_000
/** Calls per minute per person, or per network if there is no session. */
export const DESK_PER_MINUTE = { network: 60, person: 1200 }

type DeskContext = {
  readonly deps: DeskDeps
  readonly limits: RateLimit
  readonly handlers: DeskHandlers
}

type IncomingDeskCall = Incoming<DeskCallName, DeskCallDefinition>
type Admitted = { readonly token: string | null; readonly caller: DeskSession | null }

/**
 * The desk. A call passes these steps in this order: origin, session, rate limit, permission, fresh passkey, body,
 * validation, handler. A change repeats the checks of session, permission and passkey in its transaction, because the
 * access may have ended while a slow body arrived. A draw step is prepared before that transaction, because it can take
 * minutes.
 */
export function deskPolicy(
  context: DeskContext,
): Policy<DeskCallName, DeskCallDefinition, DeskError, Admitted> {
  const { deps, limits } = context
  const cookies = cookiesOf(deps.origin.startsWith('https:'))
  return {
    deps,
    calls: deskCalls,
    maxUrlBytes: Number.POSITIVE_INFINITY,
    answersHead: false,
    otherMethod: 'none',
    async admit(incoming) {
      const { call, request, now } = incoming
      refuseOtherPages(request, deps.origin)
      const token = cookies.session.of(request.headers)
      const caller = token === null ? null : await findSession(deps.db, token, deps)
      if (caller) incoming.callerId = caller.person.id
      const isUse = call.method === 'POST' || !request.headers.has(UNATTENDED)
      if (caller && isUse) touchSession(deps.db, caller.session, now)
      if (caller) await limits.take(`desk:person:${caller.person.id}`, DESK_PER_MINUTE.person)
      else await limits.take(`desk:network:${incoming.ip}`, DESK_PER_MINUTE.network)
      authorize(call, caller, now)
      return { token, caller }
    },
    bodyRules,
    answer: (incoming, admitted, input) => answer({ ...context, cookies }, incoming, admitted, input),
    error: code => new DeskError(code),
    expected: deskErrorOf,
    refuse,
    report: (refusal, exchange) => reportDeskRefusal(deps, refusal, exchange),
    record({ requestId, route, callerId: personId }, { status }, ms) {
      deps.metrics?.desk.answered({ route, status, ms })
      deps.log.info({ requestId, desk: route, personId, status, ms: Math.round(ms) }, 'desk call')
    },
  }
}

/**
 * Refuses requests from pages of another origin. Browsers send `Sec-Fetch-Site` or, for POST, `Origin`; a link or a
 * bookmark (`none`) may only read.
 */
function refuseOtherPages(request: Request, origin: string): void {
  const site = request.headers.get('sec-fetch-site')
  const from = request.headers.get('origin')
  const isRead = request.method === 'GET'
  const sameSite = site === null || site === 'same-origin' || (isRead && site === 'none')
  const sameOrigin = from === null ? isRead || site === 'same-origin' : from === origin
  if (!sameSite || !sameOrigin) throw new DeskError('FORBIDDEN', { detail: 'ORIGIN' })
}

function authorize(call: DeskCallDefinition, caller: DeskSession | null, now: number): void {
  if (call.who === 'anyone') return
  if (!caller) throw new DeskError('SIGNED_OUT')
  if (call.who !== 'signed-in' && !mayAny(caller.person.role, call.who)) throw new DeskError('FORBIDDEN')
  if (call.fresh && now >= freshUntil(caller.session)) throw new DeskError('FRESH_PASSKEY_REQUIRED')
}

const bodyRules = ({ method, bodyBytes }: DeskCallDefinition): BodyRules => ({
  kind: method === 'GET' ? 'none' : 'json',
  maxBytes: bodyBytes,
  deadlineMs: BODY_DEADLINE_MS,
  check: requireJson,
  isFirst: false,
})

function requireJson(headers: Headers): void {
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    throw new DeskError('UNSUPPORTED_MEDIA_TYPE')
}

type OnCommit = (follow: () => void) => void

async function answer(
  { deps, handlers, cookies }: DeskContext & { readonly cookies: DeskCookies },
  incoming: IncomingDeskCall,
  { token, caller }: Admitted,
  { params, query, body }: Received,
): Promise<Response> {
  const { db } = deps
  const { name, call, request } = incoming
  const callerNow = async (on: Db, lock: boolean): Promise<DeskSession | null> => {
    if (token === null || caller === null) return null
    const current = await findSession(on, token, { clock: deps.clock, lock })
    authorize(call, current, deps.clock.now())
    return current
  }
  const decider = name === 'decideApproval' ? await callerNow(db, false) : null
  const prepared =
    decider &&
    (await prepareDecision(deps, decider, {
      id: incoming.params.id ?? '',
      ...(body() as DeskBody<'decideApproval'>),
      now: deps.clock.now(),
    }))
  const run = async (on: Db, onCommit: OnCommit, caller: DeskSession | null, now: number) =>
    (handlers[name] as (received: ReceivedDeskCall<DeskCallName>) => Promise<unknown>)({
      params,
      query,
      body: body(),
      caller,
      db: on,
      deps,
      now,
      browser: request.headers.get('user-agent') ?? '',
      device: cookies.device.of(request.headers),
      audit: (action: string, detail: Readonly<Record<string, unknown>>, texts?: AuditTexts) => {
        if (!caller) throw new Error(`${name} has no session for the audit log`)
        onCommit(() => deps.metrics?.desk.changed(action))
        const entry = { at: now, actor: actorOf(caller.person), action, detail }
        return appendAudit(on, texts ? { ...entry, texts } : entry)
      },
      prepared,
      setSession: token => onCommit(() => void incoming.cookies.push(cookies.session.set(token))),
      setDevice: token => onCommit(() => void incoming.cookies.push(cookies.device.set(token))),
    } as ReceivedDeskCall<DeskCallName>)
  const change = async (on: Db, onCommit: OnCommit) => {
    const current = await callerNow(on, deps.dialect === 'postgres')
    return run(on, onCommit, current, deps.clock.now())
  }
  const result = await (call.method === 'GET'
    ? run(db, follow => follow(), caller, incoming.now)
    : atomically(db, change)
  ).finally(prepared?.end)
  const response = result instanceof Response ? result : jsonResponse(JSON.stringify(result), {})
  response.headers.set('Cache-Control', 'no-store')
  return response
}

function refuse(error: DeskError, { requestId }: { readonly requestId: string }): Response {
  const hidden = error.code === 'PASSKEY_REFUSED'
  const body: DeskErrorBody = {
    error: error.code,
    ...(error.detail === undefined || hidden ? {} : { detail: error.detail }),
    ...(error.fields ? { fields: error.fields } : {}),
    ...(error.values ? { values: error.values } : {}),
    requestId,
  }
  const headers = {
    'Cache-Control': 'no-store',
    ...(error.code === 'UNAVAILABLE' ? { 'Retry-After': String(RETRY_AFTER_S) } : {}),
  }
  return jsonResponse(JSON.stringify(body), headers, deskStatusOf(error.code))
}
