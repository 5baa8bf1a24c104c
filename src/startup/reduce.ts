import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import { expired, withCommandsFirst, withoutLine } from './outcomes.ts'
import {
  bufferEarlyAnswer,
  dropRepeatedCalls,
  emptyBuffer,
  nextDue,
  openOptimistically,
  takeDue,
} from './reorder-buffer.ts'
import { begin, onActivity, onActivityFailed } from './steps/activity.ts'
import {
  onFriendship,
  onFriendshipRefused,
  onFriendshipUnknown,
  onInitRefused,
  onLineReady,
  onProfile,
  onProfileRefused,
} from './steps/line.ts'
import { onSignedIn } from './steps/login.ts'
import {
  onAsked,
  onNetwork,
  onRegistered,
  onReplaced,
  onRetried,
  onReturned,
  onSignedOut,
  onStillHere,
} from './steps/settled.ts'
import type { Facts, Next, StartupEvent, StartupState, Step } from './types.ts'

type Transitions = {
  readonly [T in StartupEvent['type']]?: (
    state: StartupState,
    event: Extract<StartupEvent, { type: T }>,
  ) => Next
}

/** The startup state machine, in spec S4's order. Each step ignores events that it does not list. */
const transitions: { readonly [S in Step]: Transitions } = {
  activity: {
    activity: (state, { verdict }) => onActivity(state, verdict),
    'activity-failed': (state, { now, obstacle }) => onActivityFailed(state, obstacle, now),
  },
  init: {
    'line-ready': (state, { line, now }) => onLineReady(state, line, now),
    'line-refused': onInitRefused,
    'line-offline': (state, { code }) => withoutLine(state, code),
  },
  friendship: {
    friendship: (state, { friend, now }) => onFriendship(state, friend, now),
    'line-refused': onFriendshipRefused,
    'line-offline': (state, { code }) => onFriendshipUnknown(state, code),
  },
  profile: {
    profile: (state, { profile }) => onProfile(state, profile),
    'line-refused': onProfileRefused,
    'line-offline': (state, { code }) => withoutLine(state, code),
  },
  login: { 'signed-in': (state, { outcome, now }) => onSignedIn(state, outcome, now) },
  provisional: { 'signed-in': (state, { outcome, now }) => onSignedIn(state, outcome, now) },
  away: { 'still-here': onStillHere },
  settled: {
    returned: (state, { now }) => onReturned(state, now),
    network: onNetwork,
    asked: onAsked,
    'signed-in': onAsked,
    'token-expired': (state, { now }) => expired(state, now),
  },
}

const always: Transitions = {
  started: (state, { now }) => begin(state, now),
  retried: onRetried,
  moved: (state, { path }) => ({ state: { ...state, path }, commands: [] }),
  registered: (state, { customerId }) => onRegistered(state, customerId),
  'signed-out': (state, { why }) => onSignedOut(state, why),
  replaced: onReplaced,
}

export function initialState(facts: Facts): StartupState {
  return {
    run: 0,
    step: 'settled',
    phase: { kind: 'starting' },
    facts,
    path: facts.launch.path,
    entered: false,
    unreached: null,
    askedUntil: null,
    obstacle: null,
    line: null,
    buffer: emptyBuffer,
    profile: facts.cached?.profile ?? null,
  }
}

/** Buffers results that arrive before their step. Ignores results of earlier runs. */
export function reduce(before: StartupState, event: StartupEvent): Next {
  if ('run' in event && event.run !== before.run) return { state: before, commands: [] }
  const state = withAskedUntil(before, event)
  const buffered = bufferEarlyAnswer(state, event)
  if (buffered !== null) return openOptimistically({ state: buffered, commands: [] })
  const next = openOptimistically(dropRepeatedCalls(state, transition(state, event)))
  const due = nextDue(next.state)
  return due === null ? next : withCommandsFirst(next.commands, reduce(takeDue(next.state), due))
}

function withAskedUntil(state: StartupState, event: StartupEvent): StartupState {
  const until = namedTime(event)
  if (until === null) return state
  const before = state.askedUntil ?? 0
  // If the two times are further apart than this, the phone's clock was set back in between.
  const isLater = before > until && before - until <= MAX_WAIT_MS
  return isLater ? state : { ...state, askedUntil: until }
}

function namedTime(event: StartupEvent): number | null {
  if (event.type === 'asked') return event.until
  if (event.type === 'activity-failed') return event.obstacle.until
  return event.type === 'signed-in' && event.outcome.kind === 'unreachable'
    ? event.outcome.obstacle.until
    : null
}

function transition(state: StartupState, event: StartupEvent): Next {
  const apply = { ...transitions[state.step], ...always }[event.type] as
    | ((state: StartupState, event: StartupEvent) => Next)
    | undefined
  return apply?.(state, event) ?? { state, commands: [] }
}
