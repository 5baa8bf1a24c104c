import { assertNever } from '#contract/assert-never.ts'
import { normalPath } from '#contract/campaign-link.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import { launchAt, lineAddress, loginReturn } from '#src/startup/launch.ts'
import { STILL_HERE_SLOW_MS } from '#src/startup/limits.ts'
import { withReload } from '#src/startup/loop-guards.ts'
import { obstacleOf } from '#src/startup/obstacle.ts'
import type { Renewed } from '#src/startup/renew-session.ts'
import { clearCustomer, replaceCustomer, retryLater, signInQuietly } from './session-context.ts'
import type { SessionContext } from './session-context-type.ts'

type Running = { readonly run: number; readonly result: Promise<boolean> }
const running = new WeakMap<SessionContext, Running>()

/**
 * Runs a background sign-in that does not leave the page. Concurrent callers share one sign-in. `needed` is true if a
 * call with the stored session has failed.
 */
export async function signInAfterEnd(session: SessionContext, needed: boolean): Promise<boolean> {
  // This run's sign-in call may have continued the session that has just failed.
  if (needed) session.earlyLogin = null
  const signedIn = await sharedSignIn(session)
  const { kind } = session.endedSignIn.peek()
  const leaves = kind === 'ask' || kind === 'open-line'
  if (needed && leaves && session.identity.customerId.peek() !== null) session.signInNeeded.value = true
  return signedIn
}

function sharedSignIn(session: SessionContext): Promise<boolean> {
  const { run } = session.state
  const before = running.get(session)
  if (before?.run === run) return before.result
  const current: Running = {
    run,
    result: signIn(session, true).finally(() => {
      if (running.get(session) === current) running.delete(session)
    }),
  }
  running.set(session, current)
  return current.result
}

async function signIn(session: SessionContext, first: boolean): Promise<boolean> {
  const { ports, endedSignIn } = session
  const { run, path, facts } = session.state
  const { launch, liffId, verdict } = facts
  if (!ports.line.inClientHint() && verdict?.allowExternalBrowser !== true) {
    const url = lineAddress(liffId, launchAt(launch, wantedPath(path, launch.path)))
    endedSignIn.value = { kind: 'open-line', url }
    return false
  }
  const refused = session.asked.refusal('sign-in', run)
  if (refused !== null) {
    const { until } = obstacleOf(refused, ports.clock.now())
    return settle(session, { kind: 'unreachable', until })
  }
  endedSignIn.value = { kind: 'running' }
  const { earlyLogin } = session
  // If the session expires later, a new call is needed.
  session.earlyLogin = null
  const result = await signInQuietly(session, earlyLogin?.run === run ? earlyLogin : null)
  if (run !== session.state.run) return false
  if ((launch.hasSdkParameters || launch.hasLiffParameters) && result.kind !== 'unreachable') {
    // The SDK has read its parameters. If they only reported that the customer declined the login, the SDK can start
    // now.
    ports.navigation.removeSdkParameters()
    if (launch.refusedLogin && first) return signIn(session, false)
  }
  return settle(session, result)
}

function settle(session: SessionContext, result: Renewed): boolean {
  const { endedSignIn, identity, later } = session
  switch (result.kind) {
    case 'ok':
      endedSignIn.value = { kind: 'signed-in' }
      later.reset()
      identity.sessionStarted()
      return true
    case 'sign-in-needed':
      endedSignIn.value = { kind: 'ask', how: result.how }
      return false
    case 'other-customer':
      replaceCustomer(session, true)
      return false
    case 'refused':
      refused(session, result.code)
      return false
    case 'init-failed':
    case 'unreachable':
      if (result.kind === 'init-failed' && session.state.unreached === null) refused(session, null)
      else {
        endedSignIn.value = { kind: 'unreachable' }
        retryLater(session, result.kind === 'unreachable' ? result.until : null)
      }
      return false
    default:
      return assertNever(result)
  }
}

function refused(session: SessionContext, code: ErrorCode | null): void {
  const left = code === 'CUSTOMER_CANCELLED'
  const unknown = left || code === 'CUSTOMER_NOT_REGISTERED'
  if (unknown) deleteCustomer(session, left)
  session.endedSignIn.value = unknown ? { kind: 'not-registered', left } : { kind: 'refused', code }
}

function deleteCustomer(session: SessionContext, left: boolean): void {
  const { identity, ports, state } = session
  const customerId = identity.customerId.peek()
  // If a different user is logged in to LINE, this customer's queued jobs can still be sent.
  const isOwn = ports.line.claims()?.sub === state.profile?.userId
  if (customerId !== null) clearCustomer(session, customerId, left && isOwn)
}

const wantedPath = (path: string, launched: string): string =>
  normalPath(path) === '/endcampaign' ? launched : path

const leaving: EndedSignIn = { kind: 'running' }

export function leaveToSignIn(session: SessionContext): boolean {
  const { ports, endedSignIn } = session
  const { facts, path, unreached } = session.state
  const shown = endedSignIn.peek()
  // Without the server, the next page would be the browser's error page.
  if (unreached !== null || (shown.kind !== 'ask' && shown.kind !== 'open-line')) return false
  if (shown.kind === 'open-line') {
    ports.navigation.leave(shown.url)
    return true
  }
  if (shown.how === 'renew' && !renewLineTokens(session)) return true
  endedSignIn.value = leaving
  if (shown.how === 'login') {
    const { origin, launch } = facts
    ports.line.login(loginReturn(origin, launchAt(launch, wantedPath(path, launch.path))))
  }
  ports.clock.after(STILL_HERE_SLOW_MS, () => {
    if (endedSignIn.peek() === leaving) endedSignIn.value = shown
  })
  return true
}

/** Spec S4's "log out and reload". If that does not help, the phone's clock must be wrong. */
function renewLineTokens({ ports, cache, endedSignIn }: SessionContext): boolean {
  const now = ports.clock.now()
  const guards = withReload(cache.guards(now), now)
  if (guards === null) {
    endedSignIn.value = { kind: 'refused', code: 'LINE_TOKEN_EXPIRED' }
    return false
  }
  cache.storeGuards(guards)
  ports.cookie.remove()
  ports.line.logout()
  ports.navigation.removeSdkParameters()
  ports.navigation.reload()
  return true
}
