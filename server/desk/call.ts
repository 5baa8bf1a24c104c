import type { DeskCallDefinition } from '#contract/define-call.ts'
import { mayAny } from '#contract/desk/roles.ts'
import { UNATTENDED } from '#contract/desk/unattended.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { appendAudit } from '#server/audit/log.ts'
import type { AuditTexts } from '#server/audit/texts.ts'
import { readBody } from '#server/http/body.ts'
import { parseBody } from '#server/http/parse.ts'
import { queryOf } from '#server/http/query.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { validate } from '#server/http/validate.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import type { DeskDeps } from './deps.ts'
import { DeskError } from './errors.ts'
import type { DeskHandlers, ReceivedDeskCall } from './handler.ts'
import { actorOf } from './people.ts'
import { prepareDecision } from './prepare-decision.ts'
import { type DeskSession, findSession, freshUntil, touchSession } from './sessions.ts'

/** How long a client may take to send a body. */
const BODY_DEADLINE_MS = 15_000
/** Calls per minute and person, or per network if there is no session. */
export const DESK_PER_MINUTE = { network: 60, person: 1200 }

export type DeskContext = {
  readonly deps: DeskDeps
  readonly limits: RateLimit
  readonly handlers: DeskHandlers
}

export type IncomingDeskCall = {
  readonly name: DeskCallName
  readonly request: Request
  readonly params: Record<string, string>
  readonly ip: string
  /** The session cookie's token. */
  readonly token: string | null
  /** The device cookie's token. */
  readonly device: string | null
  readonly now: number
  readonly onPerson: (id: string) => void
  readonly setSession: (token: string | null) => void
  readonly setDevice: (token: string) => void
  readonly respond: (answer: unknown, status: 200) => Response
}

/**
 * Handles one call in this order: origin, session, rate limit, permission, fresh passkey, body, validation, handler. A
 * change repeats the checks of session, permission and passkey in its transaction, because the access may have ended
 * while a slow body arrived. A draw step is prepared before that transaction, because it can take minutes.
 */
export async function handleDeskCall(
  { deps, limits, handlers }: DeskContext,
  incoming: IncomingDeskCall,
): Promise<Response> {
  const { db } = deps
  const { name, request, now } = incoming
  const call: DeskCallDefinition = deskCalls[name]
  refuseOtherPages(request, deps.origin)
  const caller = incoming.token === null ? null : await findSession(db, incoming.token, deps)
  if (caller) incoming.onPerson(caller.person.id)
  const isUse = call.method === 'POST' || !request.headers.has(UNATTENDED)
  if (caller && isUse) touchSession(db, caller.session, now)
  if (caller) await limits.take(`desk:person:${caller.person.id}`, DESK_PER_MINUTE.person)
  else await limits.take(`desk:network:${incoming.ip}`, DESK_PER_MINUTE.network)
  authorize(call, caller, now)
  const params = validate(call.params, incoming.params)
  const query = validate(call.query, queryOf(new URL(request.url)))
  const received = await bodyOf(call, request)
  /** Returns the caller with the current session and permissions. */
  const callerNow = async (on: Db, lock: boolean): Promise<DeskSession | null> => {
    if (incoming.token === null || caller === null) return null
    const current = await findSession(on, incoming.token, { clock: deps.clock, lock })
    authorize(call, current, deps.clock.now())
    return current
  }
  const decider = name === 'decideApproval' ? await callerNow(db, false) : null
  const prepared =
    decider &&
    (await prepareDecision(deps, decider.person, {
      id: incoming.params.id ?? '',
      approve: validate(deskCalls.decideApproval.body, received).approve,
      now: deps.clock.now(),
    }))
  /**
   * Runs after the commit: sets the cookie and counts the changes. Each attempt of the transaction starts with an empty
   * list.
   */
  let committed: (() => void)[] = []
  const run = async (on: Db, caller: DeskSession | null, now: number) => {
    const body = validate(call.body, received)
    return (handlers[name] as (received: ReceivedDeskCall<DeskCallName>) => Promise<unknown>)({
      params,
      query,
      body,
      caller,
      db: on,
      deps,
      now,
      browser: request.headers.get('user-agent') ?? '',
      device: incoming.device,
      audit: (action: string, detail: Readonly<Record<string, unknown>>, texts?: AuditTexts) => {
        if (!caller) throw new Error(`${name} has no session for the audit log`)
        committed.push(() => deps.metrics?.desk.changed(action))
        const entry = { at: now, actor: actorOf(caller.person), action, detail }
        return appendAudit(on, texts ? { ...entry, texts } : entry)
      },
      prepared,
      setSession: token => committed.push(() => incoming.setSession(token)),
      setDevice: token => committed.push(() => incoming.setDevice(token)),
    } as ReceivedDeskCall<DeskCallName>)
  }
  const change = async (on: Db) => {
    committed = []
    const current = await callerNow(on, deps.dialect === 'postgres')
    return run(on, current, deps.clock.now())
  }
  const keeping = (on: Db) => change(on).catch(keptRefusal)
  const answer = await (call.method === 'GET' ? run(db, caller, now) : inTransaction(db, keeping)).finally(
    prepared?.end,
  )
  for (const follow of committed) follow()
  if (answer instanceof DeskError) throw answer
  const response = answer instanceof Response ? answer : incoming.respond(answer, 200)
  response.headers.set('Cache-Control', 'no-store')
  return response
}

/**
 * Returns a refusal whose transaction must be committed, for example to count a wrong code. Rethrows every other error.
 */
function keptRefusal(error: unknown): DeskError {
  if (error instanceof DeskError && error.keeps) return error
  throw error
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

async function bodyOf(call: DeskCallDefinition, request: Request): Promise<unknown> {
  if (call.method === 'GET') return {}
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new DeskError('UNSUPPORTED_MEDIA_TYPE')
  return parseBody('json', await readBody(request, call.bodyBytes, BODY_DEADLINE_MS), type)
}
