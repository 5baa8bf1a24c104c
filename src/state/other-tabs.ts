import type { Ports, TabMessage } from '#src/ports.ts'
import {
  dispatch,
  isSignedIn,
  removeCustomerData,
  replaceCustomer,
  type SessionContext,
} from './session-context.ts'

type SignedIn = Extract<TabMessage, { type: 'signed-in' }>

/**
 * Makes this tab follow the sign-ins and sign-outs of the other tabs. They share the cookie, so this tab must leave
 * a customer's private screens as soon as another tab has put another customer's session there.
 */
export function followOtherTabs(session: SessionContext): void {
  const { identity, ports } = session
  ports.tabs.listen(message => {
    const shown = identity.customerId.peek()
    if (message.type === 'signed-out' && message.customerId === shown) onSignedOut(session, shown)
    if (message.type !== 'signed-in') return
    if (message.customerId === shown) onSameCustomer(session, message)
    else if (shown !== null) onOtherCustomer(session, shown, message)
    else onFirstCustomer(session, message)
  })
}

/**
 * Handles the customer's sign-out in another tab. That tab has removed the cookie; if there is a cookie now, it is
 * the next customer's, because a tab in the background may handle the message much later.
 */
function onSignedOut(session: SessionContext, customerId: string): void {
  const userId = session.state.profile?.userId ?? null
  removeCustomerData(session, customerId)
  logOutOfLine(session.ports, userId)
  dispatch(session, { type: 'signed-out', why: 'logged-out' })
}

/** Handles a new session of the customer whom this tab shows: continues if this tab waits for a sign-in. */
function onSameCustomer(session: SessionContext, { registered }: SignedIn): void {
  session.signInNeeded.value = false
  session.endedSignIn.value = { kind: 'signed-in' }
  session.identity.sessionStarted()
  continueStartup(session, session.state.phase.kind === 'register' && registered)
}

/**
 * Leaves the screens of the customer whom this tab shows. Starts again if LINE's login in this tab is that of the
 * other customer too. Otherwise only the customer can do so: two tabs with different LINE logins would take the
 * session from each other endlessly.
 */
function onOtherCustomer(session: SessionContext, shown: string, message: SignedIn): void {
  // Two tabs may sign in at the same moment. The one whose session is in the cookie keeps it.
  if (session.ports.cookie.isOwn()) return
  if (session.state.step === 'settled' || isSignedIn(session)) {
    replaceCustomer(session, isLineUser(session, message))
  } else {
    removeCustomerData(session, shown)
    dispatch(session, { type: 'replaced' })
  }
}

/**
 * Handles a sign-in while this tab has no customer: continues if the customer had logged out or been replaced, or if
 * this tab waits for the customer to show a result after the end.
 */
function onFirstCustomer(session: SessionContext, message: SignedIn): void {
  const { phase } = session.state
  if (phase.kind === 'ended' && isLineUser(session, message)) return void session.signInAfterEnd(false)
  const waits = phase.kind === 'signed-out' && phase.why !== 'cancelled'
  continueStartup(session, waits && isLineUser(session, message))
}

/** Starts again with `again`, or if startup could not reach the server before. */
function continueStartup(session: SessionContext, again: boolean): void {
  dispatch(session, { type: again ? 'retried' : 'network', now: session.ports.clock.now() })
}

const isLineUser = ({ ports: { line } }: SessionContext, { lineUserId }: SignedIn): boolean =>
  line.loggedIn() && line.claims()?.sub === lineUserId

/**
 * Logs out of LINE in this tab, because inside LINE each page has its own copy of LINE's tokens. Does nothing if LINE's
 * login is another user's by now.
 */
export function logOutOfLine({ line }: Pick<Ports, 'line'>, userId: string | null): void {
  if (!line.loggedIn()) return
  const now = line.claims()?.sub
  if (now === undefined || userId === null || now === userId) line.logout()
}
