import { computed, createModel, type Signal, signal } from '@preact/signals-core'
import { pageView } from '#src/domain/page-view.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { COOKIE_GONE_MS, SIGN_IN_TIMEOUT_MS, SLOW_MS } from '#src/startup/limits.ts'
import { isLoading } from '#src/startup/phase.ts'
import { register } from '#src/startup/sign-in.ts'
import {
  clearCustomer,
  createSessionContext,
  dispatch,
  isSignedIn,
  type SessionContext,
  type SessionModels,
} from './session-context.ts'
import type { SessionModel } from './types.ts'

/**
 * Runs spec S4's startup and identity flow and signs the customer in and out. `models` is a function because those
 * models are created after the session model.
 */
export const Session = createModel(
  (ports: Ports, identity: Identity, models: () => SessionModels): SessionModel => {
    const { api, clock, cookie, line, navigation } = ports
    const session = createSessionContext(ports, identity, models)
    const { phase, profile, signInNeeded, inClient, later } = session
    const slow = signal(false)
    const viewPage = pageViewLogger(session)

    /** Returns the call options for a write on behalf of the signed-in customer. */
    const asCustomer = () => {
      const owner = identity.customerId.peek()
      const call = { idempotencyKey: ports.ids.uuid(), timeout: SIGN_IN_TIMEOUT_MS }
      return owner === null ? call : { ...call, owner }
    }

    return {
      phase,
      profile,
      slow,
      signInNeeded,
      inClient,
      customerId: identity.customerId,
      loading: computed(() => isLoading(phase.value)),
      start() {
        listen(session, slow, viewPage)
        viewPage(navigation.path())
        dispatch(session, { type: 'started', now: clock.now() })
        if (session.state.phase.kind === 'ready') ports.afterPaint(line.preload)
        else line.preload()
      },
      retry() {
        // Reload only if the server is reachable, because otherwise the browser could show its own error
        // page.
        if (line.initIsStuck() && ports.connectivity.state() === 'reachable') return navigation.reload()
        slow.value = false
        later.reset()
        dispatch(session, { type: 'retried', now: clock.now() })
      },
      register: form => registerCustomer(session, form),
      async logout(unsent) {
        // Sign out on the server if possible. Without a network, the session expires there later; the phone
        // deletes its copy now.
        if (cookie.get() !== null) await api.call('deleteSession', asCustomer())
        await endSession(session, false, unsent === 'discard')
      },
      async cancel({ reason, note }) {
        const lineAccessToken = line.accessToken()
        const body = {
          confirm: true as const,
          ...(lineAccessToken === null ? {} : { lineAccessToken }),
          ...(reason === undefined ? {} : { reason }),
          ...(note === undefined || note === '' ? {} : { note }),
        }
        const reply = await api.call('cancel', { ...asCustomer(), body })
        if (reply.ok) await endSession(session, true, true)
        return reply
      },
    }
  },
)

/** Returns a function that logs a page view of a path, unless it is the same page as before. */
function pageViewLogger({ models }: SessionContext): (path: string) => void {
  let seen: string | null = null
  return path => {
    const view = pageView(seen, path)
    if (view === null) return
    seen = view
    models().outbox.log({ kind: 'pageview', path: view })
  }
}

/** Passes events of the page and of other tabs to the session. */
function listen(session: SessionContext, slow: Signal<boolean>, viewPage: (path: string) => void): void {
  const { ports, identity } = session
  const { clock, cookie, line, navigation, tabs, visibility } = ports
  navigation.onChange(path => {
    dispatch(session, { type: 'moved', path })
    viewPage(path)
  })
  visibility.onVisible(() => dispatch(session, { type: 'returned', now: clock.now() }))
  tabs.listen(message => {
    if (message.type !== 'signed-out' || message.customerId !== identity.customerId.peek()) return
    clearCustomer(session, message.customerId)
    // Log out of LINE in this tab too, because inside LINE each page has its own copy of LINE's tokens and
    // identity.
    if (line.loggedIn()) line.logout()
    dispatch(session, { type: 'signed-out', cancelled: false })
  })
  cookie.onChange(token => {
    if (token !== null) return
    // If another tab has signed out, its message may arrive a moment after the cookie change, so wait for it.
    clock.after(COOKIE_GONE_MS, () => {
      if (cookie.get() === null && isSignedIn(session)) void identity.renew()
    })
  })
  clock.after(SLOW_MS, () => {
    slow.value = isLoading(session.state.phase)
  })
}

async function registerCustomer(
  session: SessionContext,
  form: Parameters<SessionModel['register']>[0],
): ReturnType<SessionModel['register']> {
  const { ports, identity, state } = session
  if (state.profile === null) return { ok: false, failure: { kind: 'network' }, headers: null }
  const { logstate } = state.facts.launch
  const reply = await register(ports, state.profile, { ...(logstate === '' ? {} : { logstate }), ...form })
  if (!reply.ok) {
    const { failure } = reply
    const expired = failure.kind === 'refused' && failure.code === 'LINE_TOKEN_EXPIRED'
    if (expired) dispatch(session, { type: 'token-expired', now: ports.clock.now() })
    return reply
  }
  const { accessToken, customerId, status } = reply.value
  ports.cookie.set(accessToken)
  identity.setCustomer(customerId)
  if (status === 'registered') dispatch(session, { type: 'registered', customerId })
  return reply
}

/** Signs the customer out on this phone. `discard`: also deletes the customer's queued jobs. */
async function endSession(session: SessionContext, cancelled: boolean, discard: boolean): Promise<void> {
  const { ports, identity, models } = session
  const customerId = identity.customerId.peek()
  if (customerId !== null) {
    if (discard) await models().outbox.discardOwner(customerId)
    // Notify the other tabs before removing the cookie. Otherwise they would treat the missing cookie as an
    // expired session and renew it.
    ports.tabs.post({ type: 'signed-out', customerId })
    clearCustomer(session, customerId)
  }
  if (ports.line.loggedIn()) ports.line.logout()
  dispatch(session, { type: 'signed-out', cancelled })
}
