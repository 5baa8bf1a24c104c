import { assertNever } from '#contract/assert-never.ts'
import { forgiven } from '#src/domain/guards.ts'
import { addFriendAddress, lineAddress } from '#src/domain/launch.ts'
import { VERDICT_MAX_AGE_MS } from '#src/domain/limits.ts'
import { askAhead, askOnce, keepAhead, nothingAhead, openAhead, taken, turnOf } from './ahead.ts'
import { onFriendship, onLineReady, onLineRefused, onProfile, onSignedIn } from './identity.ts'
import { also, closed, entry, expired, settle, withoutNetwork } from './outcomes.ts'
import type { Command, Facts, Next, StartupEvent, StartupState, Verdict } from './types.ts'

/** Startup before anything has happened. */
export function initialState(facts: Facts): StartupState {
  return {
    run: 0,
    step: 'settled',
    phase: { kind: 'starting' },
    facts,
    path: facts.launch.path,
    entered: false,
    reachable: false,
    line: null,
    ahead: nothingAhead,
    profile: facts.cached?.profile ?? null,
  }
}

/** S4's startup and identity flow, and what S4 leaves open: what happened → where we stand, what to do. */
export function reduce(state: StartupState, event: StartupEvent): Next {
  if ('run' in event && event.run !== state.run) return { state, commands: [] }
  const kept = keepAhead(state, event)
  if (kept !== null) return openAhead({ state: kept, commands: [] })
  const next = openAhead(askOnce(state, decide(state, event)))
  const waiting = turnOf(next.state)
  return waiting === null ? next : also(next.commands, reduce(taken(next.state), waiting))
}

/** One event whose turn it is. */
function decide(state: StartupState, event: StartupEvent): Next {
  const same: Next = { state, commands: [] }
  switch (event.type) {
    case 'started':
      return begin(state, event.now)
    case 'activity':
      return state.step === 'activity' ? onActivity(state, event.verdict) : same
    case 'activity-failed':
      return state.step === 'activity' ? onNoActivity(state, event.now) : same
    case 'line-ready':
      return state.step === 'init' ? onLineReady(state, event.line, event.now) : same
    case 'line-offline':
      return asksLine(state) ? withoutNetwork(state) : same
    case 'line-refused':
      return asksLine(state) ? onLineRefused(state, event) : same
    case 'friendship':
      return state.step === 'friendship' ? onFriendship(state, event.friend, event.now) : same
    case 'profile':
      return state.step === 'profile' ? onProfile(state, event.profile) : same
    case 'signed-in':
      return state.step === 'login' || state.step === 'provisional'
        ? onSignedIn(state, event.outcome, event.now)
        : same
    case 'still-here':
      return state.step === 'away' ? onStillHere(state) : same
    case 'returned':
      return state.phase.kind === 'add-friend' && state.step === 'settled' ? again(state) : same
    case 'network':
      return state.step === 'settled' && waitsForNetwork(state) ? again(state) : same
    case 'retried':
      return onRetried(state)
    case 'moved':
      return { state: { ...state, path: event.path }, commands: [] }
    case 'registered':
      return onRegistered(state, event.customerId)
    case 'token-expired':
      return state.step === 'settled' ? expired(state, event.now) : same
    case 'signed-out':
      return onSignedOut(state, event.cancelled)
    default:
      return assertNever(event)
  }
}

const asksLine = ({ step }: StartupState) => step === 'init' || step === 'friendship' || step === 'profile'

const waitsForNetwork = ({ phase }: StartupState) =>
  phase.kind === 'offline' || (phase.kind === 'ready' && !phase.online)

/** A known verdict that still counts: not older than a day, and not from a future that a clock made up. */
function fresh(verdict: Verdict | null, now: number): Verdict | null {
  return verdict !== null && Math.abs(now - verdict.at) <= VERDICT_MAX_AGE_MS ? verdict : null
}

/** Opens from the cache where nothing forbids it, and asks for the campaign's clock. */
function begin(state: StartupState, now: number): Next {
  const { cached, launch } = state.facts
  const verdict = fresh(state.facts.verdict, now)
  const next = { ...state, run: state.run + 1, step: 'activity' as const, reachable: false, line: null }
  const beside = askAhead(state, now)
  const open = cached !== null && verdict !== null && !verdict.ended && !verdict.pending && !launch.forSdk
  if (!open) return { state: next, commands: [{ do: 'ask-activity' }, ...beside] }
  const { customerId } = cached
  return {
    state: { ...next, entered: true, phase: { kind: 'ready', customerId, online: false } },
    commands: [{ do: 'open-cached', customerId }, ...entry(state), { do: 'ask-activity' }, ...beside],
  }
}

/** Another try behind what is shown now. */
function again(state: StartupState): Next {
  return {
    state: {
      ...state,
      run: state.run + 1,
      step: 'activity',
      reachable: false,
      line: null,
      ahead: nothingAhead,
    },
    commands: [{ do: 'ask-activity' }],
  }
}

function onActivity(state: StartupState, verdict: Verdict): Next {
  const next = { ...state, reachable: true, facts: { ...state.facts, verdict } }
  return also([{ do: 'keep-verdict', verdict }], gate(next, verdict))
}

function onNoActivity(state: StartupState, now: number): Next {
  const verdict = fresh(state.facts.verdict, now)
  return verdict === null ? settle(state, { kind: 'offline' }, { do: 'retry-later' }) : gate(state, verdict)
}

function gate(state: StartupState, verdict: Verdict): Next {
  if (verdict.ended) return closed(state, 'ended')
  if (verdict.pending) return closed(state, 'pending')
  return { state: { ...state, step: 'init' }, commands: [{ do: 'init-line' }] }
}

/** The page was left and is still there: LINE did not take over, or the network did not. */
function onStillHere(state: StartupState): Next {
  const { phase, facts } = state
  if (phase.kind !== 'leaving') return { state, commands: [] }
  switch (phase.to) {
    case 'line':
      return settle(state, { kind: 'not-in-line', url: lineAddress(facts.liffId, facts.launch) })
    case 'add-friend':
      return settle(state, { kind: 'add-friend', url: addFriendAddress(facts.oaId) })
    case 'login':
    case 'reload':
      return withoutNetwork(state)
    default:
      return assertNever(phase.to)
  }
}

/** The customer asks: what was tried by itself may be tried again. */
function onRetried(state: StartupState): Next {
  if (state.phase.kind === 'starting' && state.step !== 'settled') {
    return { state, commands: [] }
  }
  const guards = forgiven(state.facts.guards)
  const launch = { ...state.facts.launch, refusedLogin: false }
  const shown = state.phase.kind === 'ready' || state.phase.kind === 'register'
  const phase = shown ? state.phase : ({ kind: 'starting' } as const)
  const clean: Command[] = state.facts.launch.refusedLogin ? [{ do: 'clean-address' }] : []
  const next = again({ ...state, phase, facts: { ...state.facts, guards, launch } })
  return also([...clean, { do: 'keep-guards', guards }], next)
}

/** The form on /register went through. */
function onRegistered(state: StartupState, customerId: string): Next {
  const { profile } = state
  if (profile === null) return { state, commands: [] }
  return {
    state: {
      ...state,
      run: state.run + 1,
      step: 'settled',
      entered: true,
      phase: { kind: 'ready', customerId, online: true },
      facts: { ...state.facts, cached: { customerId, profile } },
    },
    commands: [
      { do: 'welcome', customerId, profile, registered: true, joined: true },
      { do: 'go', path: '/' },
    ],
  }
}

function onSignedOut(state: StartupState, cancelled: boolean): Next {
  const facts = { ...state.facts, cached: null }
  const next = { ...state, run: state.run + 1, facts, profile: null, line: null, entered: false }
  return settle(next, { kind: 'signed-out', cancelled })
}
