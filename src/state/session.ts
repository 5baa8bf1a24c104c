import { computed, createModel, signal } from '@preact/signals-core'
import { pageView } from '#src/domain/page-view.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/startup/identity.ts'
import { parseLaunch } from '#src/startup/launch.ts'
import { COOKIE_GONE_MS, SIGN_IN_TIMEOUT_MS, SLOW_MS } from '#src/startup/limits.ts'
import { isLoading } from '#src/startup/phase.ts'
import { initialState, reduce } from '#src/startup/reduce.ts'
import { renewSession } from '#src/startup/renew-session.ts'
import { createRetry } from '#src/startup/retry-later.ts'
import { type CommandContext, needsNetwork, runCommand } from '#src/startup/runner.ts'
import { register } from '#src/startup/sign-in.ts'
import { createStartupCache } from '#src/startup/startup-cache.ts'
import type { StartupEvent } from '#src/startup/types.ts'
import { welcomeCustomer } from '#src/startup/welcome.ts'
import { privatePrefix } from '#src/storage/keys.ts'
import type { App, SessionModel } from './types.ts'

/** The models that the session uses. */
type SessionModels = Pick<App, 'outbox' | 'customer' | 'rewards' | 'answers' | 'campaign'>

/** Returns null for claims without a name, because then startup must load the profile from LINE. */
function earlyClaimsOf({
  sub,
  name,
  picture,
  exp,
}: NonNullable<ReturnType<Ports['line']['unverifiedClaims']>>) {
  return name === null ? null : { profile: { userId: sub, displayName: name, pictureUrl: picture }, exp }
}

/**
 * Runs S4's startup and identity flow: `reduce` decides, this model runs the commands and exposes the phase.
 * `models` is a function because those models are created after the session.
 */
export const Session = createModel(
  (ports: Ports, identity: Identity, models: () => SessionModels): SessionModel => {
    const { api, clock, cookie, line, navigation, tabs, visibility } = ports
    const cache = createStartupCache(ports.local)
    const launch = parseLaunch(navigation.path(), navigation.search())
    const claims = line.unverifiedClaims()
    let state = initialState({
      launch,
      earlyClaims: claims && earlyClaimsOf(claims),
      canInitLineEarly: claims !== null || !line.inClientHint(),
      cached: cache.identity(),
      verdict: cache.verdict(),
      guards: cache.guards(clock.now()),
      liffId: ports.config.liffId,
      oaId: ports.config.oaId,
      origin: navigation.origin(),
    })
    const phase = signal(state.phase)
    const profile = signal(state.profile)
    const slow = signal(false)
    const signInNeeded = signal(false)
    const inClient = signal(line.inClientHint())
    const later = createRetry(ports, () => dispatch({ type: 'network', now: clock.now() }))
    let onOutcome: (() => void)[] = []
    let seen: string | null = null

    function dispatch(event: StartupEvent): void {
      const before = state
      const next = reduce(state, event)
      state = next.state
      profile.value = state.profile
      phase.value = state.phase
      if (state.line !== null) inClient.value = state.line.inClient
      const host = hostOf(state.run)
      for (const command of next.commands) {
        // If the app is already shown, its first paint has priority over network calls.
        if (state.phase.kind === 'ready' && needsNetwork(command)) {
          ports.afterPaint(() => void runCommand(command, host))
        } else void runCommand(command, host)
      }
      if (state.step !== 'settled' || before.step === 'settled') return
      if (signedIn()) later.reset()
      if (state.phase.kind === 'ended' && line.inClientHint()) void renew()
      const waiting = onOutcome
      onOutcome = []
      for (const run of waiting) run()
    }

    const signedIn = () => state.phase.kind === 'ready' && state.phase.online

    const hostOf = (run: number): CommandContext => ({
      ports,
      cache,
      campaign: () => models().campaign,
      isCurrent: () => run === state.run,
      answer: event => dispatch({ ...event, run } as StartupEvent),
      clearCustomer,
      openCached(customerId) {
        identity.setCustomer(customerId)
        void models().campaign.showCached()
      },
      welcome(command) {
        const { customerId, registered } = command
        identity.setCustomer(customerId)
        identity.sessionStarted()
        signInNeeded.value = false
        if (registered) cache.storeIdentity({ customerId, profile: command.profile })
        void welcomeCustomer(command, ports, identity, models(), launch.logstate)
      },
      retryLater: () => later.schedule(),
    })

    async function renew(): Promise<boolean> {
      const { run } = state
      const renewed = await renewSession(ports, state.profile, () => run === state.run)
      switch (renewed.kind) {
        case 'ok':
          cache.storeIdentity(renewed)
          identity.setCustomer(renewed.customerId)
          profile.value = renewed.profile
          signInNeeded.value = false
          return true
        case 'sign-in-needed':
          signInNeeded.value = true
          return false
        case 'startup-needed':
          if (state.phase.kind !== 'ended') dispatch({ type: 'retried', now: clock.now() })
          return false
        default:
          return false
      }
    }

    identity.setRenewer(async () => {
      if (state.step === 'settled' || state.buffer.opened) return renew()
      // Startup is already running and will sign in.
      await new Promise<void>(resolve => onOutcome.push(resolve))
      return signedIn()
    })

    /** Removes the customer's data from the phone, except for queued jobs. */
    function clearCustomer(customerId: string): void {
      cookie.remove()
      cache.storeIdentity(null)
      identity.setCustomer(null)
      signInNeeded.value = false
      cache.deleteDrafts()
      const gone = ports.kv.keys(privatePrefix(customerId)).then(keys => ports.kv.delete(keys))
      // If the phone cannot delete, it cannot read the data either.
      gone.catch(() => {})
    }

    async function leave(cancelled: boolean, discard: boolean): Promise<void> {
      const customerId = identity.customerId.peek()
      if (customerId !== null) {
        if (discard) await models().outbox.discardOwner(customerId)
        // Sent before the cookie is removed: otherwise the other tabs would treat the missing cookie as an
        // expired session and renew it.
        tabs.post({ type: 'signed-out', customerId })
        clearCustomer(customerId)
      }
      if (line.loggedIn()) line.logout()
      dispatch({ type: 'signed-out', cancelled })
    }

    function viewPage(path: string): void {
      const view = pageView(seen, path)
      if (view === null) return
      seen = view
      models().outbox.log({ kind: 'pageview', path: view })
    }

    /** Returns the call options for a write of the signed-in customer. */
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
        navigation.onChange(path => {
          dispatch({ type: 'moved', path })
          viewPage(path)
        })
        visibility.onVisible(() => dispatch({ type: 'returned', now: clock.now() }))
        tabs.listen(message => {
          if (message.type !== 'signed-out' || message.customerId !== identity.customerId.peek()) return
          clearCustomer(message.customerId)
          // Inside LINE each page has its own copy of LINE's tokens and identity.
          if (line.loggedIn()) line.logout()
          dispatch({ type: 'signed-out', cancelled: false })
        })
        cookie.onChange(token => {
          if (token !== null) return
          // If another tab signed out, it sends a message, which may arrive a moment later.
          clock.after(COOKIE_GONE_MS, () => {
            if (cookie.get() === null && signedIn()) void identity.renew()
          })
        })
        clock.after(SLOW_MS, () => {
          slow.value = isLoading(state.phase)
        })
        viewPage(navigation.path())
        dispatch({ type: 'started', now: clock.now() })
        if (state.phase.kind === 'ready') ports.afterPaint(line.preload)
        else line.preload()
      },
      retry() {
        // Reload only if the server is reachable: otherwise the browser could show its own error page.
        if (line.initIsStuck() && ports.connectivity.state() === 'reachable') return navigation.reload()
        slow.value = false
        later.reset()
        dispatch({ type: 'retried', now: clock.now() })
      },
      async register(form) {
        const who = state.profile
        if (who === null) return { ok: false, failure: { kind: 'network' }, headers: null }
        const from = launch.logstate === '' ? {} : { logstate: launch.logstate }
        const reply = await register(ports, who, { ...from, ...form })
        if (!reply.ok) {
          const { failure } = reply
          const expired = failure.kind === 'refused' && failure.code === 'LINE_TOKEN_EXPIRED'
          if (expired) dispatch({ type: 'token-expired', now: clock.now() })
          return reply
        }
        const { accessToken, customerId, status } = reply.value
        cookie.set(accessToken)
        identity.setCustomer(customerId)
        if (status === 'registered') dispatch({ type: 'registered', customerId })
        return reply
      },
      async logout(unsent) {
        // Best effort: without a network the session later expires on the server, and the phone deletes it now.
        if (cookie.get() !== null) await api.call('deleteSession', asCustomer())
        await leave(false, unsent === 'discard')
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
        if (reply.ok) await leave(true, true)
        return reply
      },
    }
  },
)
