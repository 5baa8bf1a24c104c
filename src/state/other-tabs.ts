import type { Ports, TabMessage } from '#src/ports.ts'
import { dispatch, isSignedIn, removeCustomerData, replaceCustomer } from './session-context.ts'
import type { SessionContext } from './session-context-type.ts'

type SignedIn = Extract<TabMessage, { type: 'signed-in' }>

/** Tabs share the cookie, so a tab must leave a customer's screens when another customer signs in elsewhere. */
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

/** A background tab may handle the message late, so a cookie found now belongs to the next customer. */
function onSignedOut(session: SessionContext, customerId: string): void {
  const userId = session.state.profile?.userId ?? null
  removeCustomerData(session, customerId)
  logOutOfLine(session.ports, userId)
  dispatch(session, { type: 'signed-out', why: 'logged-out' })
}

function onSameCustomer(session: SessionContext, { registered }: SignedIn): void {
  session.signInNeeded.value = false
  session.endedSignIn.value = { kind: 'signed-in' }
  session.identity.sessionStarted()
  continueStartup(session, session.state.phase.kind === 'register' && registered)
}

/**
 * Starts again only if LINE's login in this tab is also the other customer's; otherwise, two tabs would keep taking the
 * session from each other.
 */
function onOtherCustomer(session: SessionContext, shown: string, message: SignedIn): void {
  // If two tabs sign in at once, the tab whose session is in the cookie stays signed in.
  if (session.ports.cookie.isOwn()) return
  if (session.state.step === 'settled' || isSignedIn(session)) {
    replaceCustomer(session, isLineUser(session, message))
  } else {
    removeCustomerData(session, shown)
    dispatch(session, { type: 'replaced' })
  }
}

/** Restarts a tab that was signed out or offline. After the campaign's end, runs a background sign-in. */
function onFirstCustomer(session: SessionContext, message: SignedIn): void {
  const { phase } = session.state
  if (phase.kind === 'ended' && isLineUser(session, message)) return void session.signInAfterEnd(false)
  const waits = phase.kind === 'signed-out' && phase.why !== 'cancelled'
  continueStartup(session, waits && isLineUser(session, message))
}

/** Without `again`, continues only if startup could not reach the server. */
function continueStartup(session: SessionContext, again: boolean): void {
  dispatch(session, { type: again ? 'retried' : 'network', now: session.ports.clock.now() })
}

const isLineUser = ({ ports: { line } }: SessionContext, { lineUserId }: SignedIn): boolean =>
  line.loggedIn() && line.claims()?.sub === lineUserId

/** Inside LINE, each page has its own copy of LINE's tokens, so each page must log out. */
export function logOutOfLine({ line }: Pick<Ports, 'line'>, userId: string | null): void {
  if (!line.loggedIn()) return
  const now = line.claims()?.sub
  if (now === undefined || userId === null || now === userId) line.logout()
}
