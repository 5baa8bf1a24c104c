import { signal } from '@preact/signals-core'
import { isWaiting } from '#contract/recent.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import type { Ports } from '#src/ports.ts'
import { createAsked } from '#src/startup/asked.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import type { Identity } from '#src/startup/identity.ts'
import { obstacleOf } from '#src/startup/obstacle.ts'
import { initialState, reduce } from '#src/startup/reduce.ts'
import { type Renewed, renewSession } from '#src/startup/renew-session.ts'
import { type CommandContext, needsNetwork, runCommand } from '#src/startup/runner.ts'
import { type EarlyLogin, isDecided } from '#src/startup/sign-in.ts'
import { createStartupCache } from '#src/startup/startup-cache.ts'
import type { Command, StartupEvent } from '#src/startup/types.ts'
import { waitingIn } from '#src/startup/waiting.ts'
import { privatePrefix } from '#src/storage/keys.ts'
import { createLineHold, serverDecides } from './line-hold.ts'
import { createRetry } from './retry-later.ts'
import type { SessionContext, SessionModels } from './session-context-type.ts'
import { signInByVisit } from './sign-in-by-visit.ts'
import { factsOf } from './startup-facts.ts'
import type { Visit } from './visit.ts'
import { welcome } from './welcome.ts'

export function createSessionContext(
  ports: Ports,
  identity: Identity,
  models: () => SessionModels,
  visit: Visit,
): SessionContext {
  const cache = createStartupCache(ports.local)
  const state = initialState(factsOf(ports, cache))
  const session: SessionContext = {
    ports,
    identity,
    models,
    cache,
    asked: createAsked(cache, ports.clock),
    state,
    phase: signal(state.phase),
    profile: signal(state.profile),
    signInNeeded: signal(false),
    endedSignIn: signal<EndedSignIn>({ kind: 'running' }),
    inClient: signal(ports.line.inClientHint()),
    waiting: signal(null),
    later: createRetry(ports, () => {
      dispatch(session, { type: 'network', now: ports.clock.now() })
      const { kind } = session.endedSignIn.peek()
      if (session.state.phase.kind === 'ended' && kind === 'unreachable') void session.signInAfterEnd(false)
    }),
    welcoming: null,
    earlyLogin: null,
    visit,
    firstLogs: { sent: false, missing: false, pageViews: [], state: null, posted: null },
    signInAfterEnd: async () => false,
    lineHold: createLineHold(() => session.state, ports.clock),
    onOutcome: [],
  }
  visit.onRead = owner => {
    const { cached } = session.state.facts
    // If there is a session, home's data can be loaded before LINE has responded.
    if (
      owner !== null &&
      owner === cached?.customerId &&
      !session.firstLogs.sent &&
      ports.cookie.get() !== null
    )
      void signInByVisit(session, cached.profile).then(reply => {
        const until = reply.ok ? null : obstacleOf(reply, ports.clock.now()).until
        if (until !== null) dispatch(session, { type: 'asked', until })
      })
  }
  identity.setRenewer(async () => {
    if (session.state.phase.kind === 'ended') return session.signInAfterEnd(true)
    if (session.state.step === 'settled' || session.state.buffer.opened) return renew(session)
    // The startup already in progress will sign in.
    await outcome(session)
    return isSignedIn(session)
  })
  return session
}

export const outcome = (session: SessionContext): Promise<void> =>
  new Promise(resolve => session.onOutcome.push(resolve))

export const isSignedIn = ({ state: { phase } }: SessionContext): boolean =>
  phase.kind === 'ready' && phase.online

export function dispatch(session: SessionContext, event: StartupEvent): void {
  const before = session.state
  const next = reduce(before, event)
  session.state = next.state
  session.profile.value = session.state.profile
  session.phase.value = session.state.phase
  const { askedUntil, run, step } = session.state
  if (step !== before.step || run !== before.run)
    session.waiting.value = waitingIn(step, session.ports.clock.now())
  if (askedUntil !== null && askedUntil !== before.askedUntil) session.models().campaign.pause(askedUntil)
  if (session.state.line !== null) session.inClient.value = session.state.line.inClient
  runCommands(session, next.commands)
  session.lineHold.check()
  if (session.state.step !== 'settled' || before.step === 'settled') return
  session.ports.line.hideCredentials()
  if (isSignedIn(session)) session.later.reset()
  if (session.state.phase.kind === 'ended') void session.signInAfterEnd(false)
  const waiting = session.onOutcome
  session.onOutcome = []
  for (const run of waiting) run()
}

function runCommands(session: SessionContext, commands: readonly Command[]): void {
  const { ports, lineHold, state } = session
  const context = commandContext(session, state.run)
  for (const command of commands) {
    const run = () => void runCommand(command, context)
    // The first paint has priority over network calls.
    if (state.phase.kind === 'ready' && needsNetwork(command)) ports.afterPaint(run)
    else if (command.do === 'init-line' && serverDecides(state)) lineHold.hold(() => onceShown(session, run))
    else run()
  }
}

function onceShown({ ports, state: { phase } }: SessionContext, run: () => void): void {
  if (phase.kind === 'ready' || phase.kind === 'register') ports.afterPaint(run)
  else run()
}

function commandContext(session: SessionContext, run: number): CommandContext {
  const { ports, identity, models, cache } = session
  return {
    ports,
    cache,
    asked: session.asked,
    run,
    campaign: () => models().campaign,
    isCurrent: () => run === session.state.run,
    answer: event => dispatch(session, { ...event, run } as StartupEvent),
    clearCustomer: (customerId, left) => clearCustomer(session, customerId, left),
    openCached(customerId) {
      identity.setCustomer(customerId)
      void models().campaign.showCached()
    },
    async login(profile) {
      const early = session.earlyLogin
      const known = early?.run === run && early.userId === profile.userId ? await early.reply : null
      return known !== null && isDecided(known) ? known : signInByVisit(session, profile)
    },
    welcome: command => welcome(session, command),
    retryLater: until => retryLater(session, until),
  }
}

/** Retries after `until` (phone's clock, milliseconds since 1970) and after the requested pause. */
export function retryLater({ later, ports, state }: SessionContext, until: number | null): void {
  const now = ports.clock.now()
  const notBefore = Math.max(until ?? 0, state.askedUntil ?? 0)
  later.schedule(isWaiting(notBefore, now, MAX_WAIT_MS) ? (notBefore - now) / 1000 : null)
}

async function renew(session: SessionContext): Promise<boolean> {
  const renewed = await signInQuietly(session)
  switch (renewed.kind) {
    case 'ok':
      return true
    case 'sign-in-needed':
    case 'init-failed':
      session.signInNeeded.value = true
      return false
    case 'refused':
      // Only a full startup run can decide what to show.
      dispatch(session, { type: 'retried', now: session.ports.clock.now() })
      return false
    case 'other-customer':
      replaceCustomer(session, true)
      return false
    default:
      return false
  }
}

/** Signs in without leaving the page. Uses the reply to `early` if it is decisive. */
export async function signInQuietly(
  session: SessionContext,
  early: EarlyLogin | null = null,
): Promise<Renewed> {
  const { ports, identity, cache } = session
  const { run, profile } = session.state
  const owner = identity.customerId.peek()
  const isCurrent = () => run === session.state.run
  const renewed = await renewSession(ports, { owner, knownProfile: profile, early }, isCurrent)
  if (renewed.kind !== 'ok') return renewed
  cache.storeIdentity(renewed)
  identity.setCustomer(renewed.customerId)
  session.profile.value = renewed.profile
  session.signInNeeded.value = false
  return renewed
}

/** Called when another customer has signed in on this phone. With `asLineUser`, starts again as LINE's user. */
export function replaceCustomer(session: SessionContext, asLineUser: boolean): void {
  const customerId = session.identity.customerId.peek()
  if (customerId !== null) removeCustomerData(session, customerId)
  dispatch(session, { type: 'signed-out', why: 'replaced' })
  if (asLineUser) dispatch(session, { type: 'retried', now: session.ports.clock.now() })
}

/** Keeps queued jobs unless the customer has left the campaign. */
export function clearCustomer(session: SessionContext, customerId: string, left: boolean): void {
  session.ports.cookie.remove()
  removeCustomerData(session, customerId)
  if (left) void session.models().outbox.discardOwner(customerId)
}

/** Keeps queued jobs, and the cookie and cached identity of another customer who has signed in in another tab. */
export function removeCustomerData(session: SessionContext, customerId: string): void {
  const { ports, identity, cache } = session
  if (cache.identity()?.customerId === customerId) cache.storeIdentity(null)
  identity.setCustomer(null)
  session.signInNeeded.value = false
  // The outbox also has these page views, with their owner. The next customer's visit call must not deliver them.
  session.firstLogs.pageViews = []
  session.firstLogs.state = null
  cache.deleteDrafts()
  // If the phone cannot delete the data, it cannot read it either.
  ports.kv.deletePrefix(privatePrefix(customerId)).catch(() => {})
}
