import type { Answer } from '#contract/calls.ts'
import type { LogEvent } from '#contract/schema/log.ts'
import { isMissingCall } from '#src/domain/missing-call.ts'
import { isRefused, type LineProfile, type Reply } from '#src/ports.ts'
import { login, visit } from '#src/startup/sign-in.ts'
import type { SessionContext } from './session-context-type.ts'

export function stateOf({ firstLogs, models, ports, state }: SessionContext): LogEvent {
  const { logstate } = state.facts.launch
  firstLogs.state ??= models().outbox.stamp({ kind: 'state', state: logstate, os: ports.line.os() })
  return firstLogs.state
}

/**
 * Also delivers the first log events. Falls back to the login call if the server is the previous release or rejects the
 * body, because LINE's name or picture must not prevent a sign-in.
 */
export function signInByVisit(
  session: SessionContext,
  profile: LineProfile,
): Promise<Reply<Answer<'login'>>> {
  const { ports, firstLogs } = session
  if (firstLogs.missing) return login(ports, profile)
  const { cached } = session.state.facts
  const isCached = cached?.profile.userId === profile.userId
  // If the phone is now used by another customer, these page views belong to that customer.
  const pageViews = cached === null || isCached ? firstLogs.pageViews : []
  const events = [...pageViews, stateOf(session)]
  const known = isCached ? { owner: cached.customerId, etags: session.visit.etags(cached.customerId) } : null
  const refused = session.asked.refusal('sign-in', session.state.run)
  const reply = refused === null ? visit(ports, profile, events, known) : Promise.resolve(refused)
  session.visit.begin(reply, known?.owner ?? null)
  firstLogs.sent = true
  firstLogs.posted = null
  const logged = reply.then(given => {
    if (!given.ok || 'error' in given.value.logs) return []
    const { customerId, open } = given.value
    if (open) firstLogs.posted = { customerId, profile }
    firstLogs.pageViews = firstLogs.pageViews.filter(view => !pageViews.includes(view))
    // The server logs the state only while the campaign is open.
    return (open ? events : pageViews).map(({ eventId }) => eventId)
  })
  session.models().outbox.logsDelivered(logged)
  const signedIn = reply.then(given => {
    if (given.ok) return given
    if (isMissingCall(given.failure)) firstLogs.missing = true
    return firstLogs.missing || isRefused(given.failure, 'VALIDATION') ? login(ports, profile) : given
  })
  if (refused === null) void signedIn.then(given => session.asked.note('sign-in', given))
  session.earlyLogin = { run: session.state.run, userId: profile.userId, reply: signedIn }
  return signedIn
}
