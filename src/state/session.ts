import { computed, createModel, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { isWaiting } from '#contract/recent.ts'
import { isoOf } from '#contract/time.ts'
import { pageView } from '#src/domain/page-view.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import { orUnshown } from '#src/outbox/spec-server.ts'
import { isRefused, type Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { COOKIE_GONE_MS, SIGN_IN_TIMEOUT_MS, SLOW_MS } from '#src/startup/limits.ts'
import { noNetwork } from '#src/startup/obstacle.ts'
import { isLoading, isStopped } from '#src/startup/phase.ts'
import { register, startSession } from '#src/startup/sign-in.ts'
import { mustWait } from '#src/startup/steps/settled.ts'
import { serverDecides } from './line-hold.ts'
import { followOtherTabs, logOutOfLine } from './other-tabs.ts'
import { createSessionContext, dispatch, isSignedIn, outcome, removeCustomerData } from './session-context.ts'
import type { SessionContext, SessionModels } from './session-context-type.ts'
import type { SessionModel } from './types.ts'
import type { Visit } from './visit.ts'
import { withRenewal } from './with-renewal.ts'

/** `models` is a function because those models are created later. */
export const Session = createModel(
  (ports: Ports, identity: Identity, models: () => SessionModels, visit: Visit): SessionModel => {
    const { api, clock, cookie, line, navigation } = ports
    const session = createSessionContext(ports, identity, models, visit)
    session.signInAfterEnd = async needed => {
      const afterEnd = await loadAfterEnd(session)
      return afterEnd === null ? false : afterEnd.signInAfterEnd(session, needed)
    }
    const { phase, profile, signInNeeded, endedSignIn, inClient, waiting, later } = session
    const loading = computed(() => isLoading(phase.value))
    const slow = signal(false)
    // LINE's SDK can start only once per page. Without the server, a reload might show the browser's error page.
    const mustReload = () => line.initIsStuck() && ports.connectivity.state() === 'reachable'
    const viewPage = pageViewLogger(session)

    function retry() {
      // Startup retries when the requested pause ends. If the screen does not show that time, a tap triggers one
      // attempt.
      const waits = isAskedToWait(session) && !isStopped(session.state.phase)
      if (waits && !signInNeeded.peek()) return
      if (mustReload()) {
        line.showCredentials()
        return navigation.reload()
      }
      later.reset()
      const again = () => dispatch(session, { type: 'retried', now: clock.now() })
      if (session.state.phase.kind !== 'ended') return again()
      void loadAfterEnd(session).then(afterEnd => {
        if (!afterEnd?.leaveToSignIn(session)) again()
      })
    }

    return {
      phase,
      profile,
      slow,
      signInNeeded,
      endedSignIn,
      inClient,
      welcoming: () => session.welcoming,
      customerId: identity.customerId,
      loading,
      waiting,
      start() {
        listen(session, viewPage)
        watchSlowness(clock, loading, slow)
        viewPage(navigation.path())
        dispatch(session, { type: 'started', now: clock.now() })
        if (session.state.phase.kind === 'ready') ports.afterPaint(line.preload)
        else if (!serverDecides(session.state)) line.preload()
      },
      retry,
      canRetry: () => !mustWait(session.state) || mustReload(),
      async signIn() {
        if (!signInNeeded.peek() && (await identity.renew(undefined, true))) return
        if (signInNeeded.peek()) retry()
      },
      register: form => registerCustomer(session, form),
      async logout(unsent) {
        // If there is no network, the session will expire on the server later.
        const owner = identity.customerId.peek()
        const call = { idempotencyKey: ports.ids.uuid(), timeout: SIGN_IN_TIMEOUT_MS }
        const reply =
          cookie.get() === null || owner === null ? null : await api.call('deleteSession', { ...call, owner })
        const isOthers = reply?.ok === false && isRefused(reply.failure, 'OWNER_MISMATCH')
        await endSession(session, 'logged-out', unsent === 'discard', isOthers)
      },
      async cancel({ reason, note }) {
        const lineAccessToken = line.accessToken()
        const body = {
          confirm: true as const,
          ...(lineAccessToken === null ? {} : { lineAccessToken }),
          ...(reason === undefined ? {} : { reason }),
          ...(note === undefined || note === '' ? {} : { note }),
        }
        const call = { idempotencyKey: ports.ids.uuid(), timeout: SIGN_IN_TIMEOUT_MS, body }
        const cancelledAt = isoOf(clock.now())
        const reply = await withRenewal(identity, owner =>
          orUnshown(api, owner, api.call('cancel', { ...call, owner }), { cancelledAt }),
        )
        if (reply.ok) await endSession(session, 'cancelled', true)
        return reply
      },
    }
  },
)

async function loadAfterEnd(session: SessionContext) {
  try {
    return await import('./sign-in-after-end.ts')
  } catch {
    session.endedSignIn.value = { kind: 'unreachable' }
    session.later.schedule()
    return null
  }
}

/** Keeps the visit call's body small. */
const MAX_FIRST_VIEWS = 5

function pageViewLogger({ firstLogs, models }: SessionContext): (path: string) => void {
  let seen: string | null = null
  return path => {
    const view = pageView(seen, path)
    if (view === null) return
    seen = view
    const { outbox } = models()
    const event = outbox.stamp({ kind: 'pageview', path: view })
    firstLogs.pageViews = [...firstLogs.pageViews, event].slice(-MAX_FIRST_VIEWS)
    outbox.log(event)
  }
}

function listen(session: SessionContext, viewPage: (path: string) => void): void {
  const { ports, identity } = session
  const { clock, cookie, navigation, visibility } = ports
  navigation.onChange(path => {
    dispatch(session, { type: 'moved', path })
    viewPage(path)
  })
  visibility.onVisible(() => dispatch(session, { type: 'returned', now: clock.now() }))
  followOtherTabs(session)
  cookie.onChange(token => {
    if (token !== null) return
    // If the customer has signed out in another tab, that tab's message may arrive just after the cookie change.
    clock.after(COOKIE_GONE_MS, () => {
      if (cookie.get() === null && isSignedIn(session)) void identity.renew()
    })
  })
}

function watchSlowness(
  { after }: Ports['clock'],
  loading: ReadonlySignal<boolean>,
  slow: Signal<boolean>,
): void {
  effect(() => {
    slow.value = false
    if (!loading.value) return
    return after(SLOW_MS, () => {
      slow.value = true
    })
  })
}

const isAskedToWait = ({ state: { obstacle }, ports: { clock } }: SessionContext): boolean =>
  isWaiting(obstacle?.until ?? 0, clock.now(), MAX_WAIT_MS)

async function registerCustomer(
  session: SessionContext,
  form: Parameters<SessionModel['register']>[0],
): ReturnType<SessionModel['register']> {
  const { ports, identity } = session
  // /register opens before LINE has responded.
  if (session.state.step !== 'settled') await outcome(session)
  // Submitting the form triggers one attempt, even during a requested pause.
  if (session.state.obstacle !== null) {
    dispatch(session, { type: 'network', now: ports.clock.now() })
    if (session.state.step !== 'settled') await outcome(session)
  }
  const { state } = session
  const { profile, run, obstacle } = state
  if (profile === null || obstacle !== null || state.phase.kind !== 'register')
    return { ok: false, failure: (obstacle ?? noNetwork).failure, headers: null }
  const { logstate } = state.facts.launch
  const reply = await register(ports, profile, { ...(logstate === '' ? {} : { logstate }), ...form })
  if (!reply.ok) {
    if (isRefused(reply.failure, 'LINE_TOKEN_EXPIRED'))
      dispatch(session, { type: 'token-expired', now: ports.clock.now() })
    return reply
  }
  // Another customer has signed in in another tab.
  if (run !== session.state.run) return reply
  const { customerId, status } = reply.value
  startSession(ports, reply.value, profile.userId)
  identity.setCustomer(customerId)
  if (status === 'registered') dispatch(session, { type: 'registered', customerId })
  return reply
}

/** `discard` also deletes the queued jobs. `keepCookie` is true if the cookie contains another customer's session. */
async function endSession(
  session: SessionContext,
  why: 'logged-out' | 'cancelled',
  discard: boolean,
  keepCookie = false,
): Promise<void> {
  const { ports, identity, models } = session
  const userId = session.state.profile?.userId ?? null
  const customerId = identity.customerId.peek()
  if (customerId !== null) {
    if (discard) await models().outbox.discardOwner(customerId)
    // Notify the other tabs first. Otherwise they would treat the missing cookie as an expired session and renew it.
    ports.tabs.post({ type: 'signed-out', customerId })
    if (!keepCookie) ports.cookie.remove()
    removeCustomerData(session, customerId)
  }
  logOutOfLine(ports, userId)
  dispatch(session, { type: 'signed-out', why })
}
