import { expect, test } from 'vitest'
import { initialState, reduce } from '#src/startup/reduce.ts'
import type { Command, Facts, StartupEvent, StartupState } from '#src/startup/types.ts'
import {
  activityLost,
  CUSTOMER,
  cached,
  facts,
  inLine,
  lineLost,
  loginLost,
  NOW,
  open,
  profile,
} from './world.ts'

/** The answers of LINE and the server. The call in `failing` gets no answer or is refused. */
type World = {
  readonly campaign: 'open' | 'ended' | 'pending'
  readonly place: 'line' | 'outside' | 'outside, allowed'
  readonly loggedIn: boolean
  readonly expired: boolean
  readonly friend: boolean
  readonly signIn: 'known' | 'unknown' | 'refused'
  readonly failing: 'nothing' | 'activity' | 'init' | 'init, refused' | 'friendship' | 'sign-in'
}

const worlds: World[] = []
for (const campaign of ['open', 'ended', 'pending'] as const)
  for (const place of ['line', 'outside', 'outside, allowed'] as const)
    for (const loggedIn of [true, false])
      for (const expired of [false, true])
        for (const friend of [true, false])
          for (const signIn of ['known', 'unknown', 'refused'] as const)
            for (const failing of [
              'nothing',
              'activity',
              'init',
              'init, refused',
              'friendship',
              'sign-in',
            ] as const)
              worlds.push({ campaign, place, loggedIn, expired, friend, signIn, failing })

const refusal = (code: string) => ({ kind: 'refused', code, message: '', requestId: null })

/** Returns the event that answers a command; null for commands without an answer. */
function answerTo(command: Command, world: World): object | null {
  const { failing } = world
  switch (command.do) {
    case 'fetch-activity': {
      if (failing === 'activity') return activityLost
      const ended = world.campaign === 'ended'
      const pending = world.campaign === 'pending'
      const allowExternalBrowser = world.place === 'outside, allowed'
      return { type: 'activity', verdict: { ...open, ended, pending, allowExternalBrowser } }
    }
    case 'init-line': {
      if (failing === 'init') return lineLost
      if (failing === 'init, refused') return { type: 'line-refused', code: 'INIT_FAILED', message: 'x' }
      const exp = NOW / 1000 + (world.expired ? -60 : 600)
      const claims = world.loggedIn ? { ...inLine.claims, sub: profile.userId, exp } : null
      return {
        type: 'line-ready',
        line: { inClient: world.place === 'line', loggedIn: world.loggedIn, claims },
      }
    }
    case 'fetch-friendship':
      return failing === 'friendship' ? lineLost : { type: 'friendship', friend: world.friend }
    case 'sign-in': {
      if (failing === 'sign-in') return loginLost
      const known = { kind: 'ok', customerId: CUSTOMER, registered: true }
      const outcome = {
        known,
        unknown: refusal('CUSTOMER_NOT_REGISTERED'),
        refused: refusal('LINE_TOKEN_INVALID'),
      }
      return { type: 'signed-in', outcome: outcome[world.signIn] }
    }
    case 'register-provisional':
      return { type: 'signed-in', outcome: { kind: 'ok', customerId: CUSTOMER, registered: false } }
    default:
      return null
  }
}

/** Returns the outcome in spec S4's order: the first matching condition decides. */
function literal(world: World, known: boolean, verdict: boolean): string {
  const { failing } = world
  const noNetwork = known ? 'ready, offline' : 'offline'
  if (failing === 'activity') {
    // The cached verdict is an open campaign that does not allow external browsers, so startup does not leave
    // for LINE Login.
    if (!verdict) return 'offline'
  } else if (world.campaign !== 'open') return world.campaign
  const reachable = failing !== 'activity'
  if (failing === 'init') return noNetwork
  if (failing === 'init, refused') return 'failed'
  const allowed = reachable && world.place === 'outside, allowed'
  if (world.place !== 'line' && !allowed) return reachable ? 'to line' : noNetwork
  if (!world.loggedIn) return reachable ? 'to login' : noNetwork
  if (world.expired) return reachable ? 'to reload' : noNetwork
  // Only LINE's "no" leads to the add-friend page.
  if (failing !== 'friendship' && !world.friend) return 'to add-friend'
  if (failing === 'sign-in') return noNetwork
  return { known: 'ready', unknown: 'register', refused: 'failed' }[world.signIn]
}

type Branch = {
  readonly state: StartupState
  readonly waiting: readonly Command[]
  readonly did: readonly Command[]
}

function say({ state, waiting, did }: Branch, event: object, world: World): Branch {
  const next = reduce(state, { run: state.run, now: NOW, ...event } as StartupEvent)
  const asks = next.commands.filter(command => answerTo(command, world) !== null)
  return { state: next.state, waiting: [...waiting, ...asks], did: [...did, ...next.commands] }
}

/** Returns every outcome of startup over all possible orders of the responses. */
function ends(start: Facts, world: World): Branch[] {
  const found: Branch[] = []
  function explore(branch: Branch) {
    if (branch.waiting.length === 0 || branch.state.step === 'away') return void found.push(branch)
    for (const [index, command] of branch.waiting.entries()) {
      const waiting = branch.waiting.filter((_, other) => other !== index)
      explore(say({ ...branch, waiting }, answerTo(command, world) ?? {}, world))
    }
  }
  explore(say({ state: initialState(start), waiting: [], did: [] }, { type: 'started' }, world))
  return found
}

const outcomeOf = ({ state: { phase } }: Branch): string => {
  if (phase.kind === 'leaving') return `to ${phase.to}`
  return phase.kind === 'ready' && !phase.online ? 'ready, offline' : phase.kind
}

/** LINE launched the app with an ID token in the URL, so all early calls are made at the same time. */
const early = { profile, exp: NOW / 1000 + 600 }
const starts = [
  ['a first visit', {}],
  ['a visit of a known customer', { cached, verdict: open }],
  ['a visit after more than a day', { cached, verdict: { ...open, at: NOW - 2 * 86_400_000 } }],
] as const satisfies readonly (readonly [string, Partial<Facts>])[]
const addresses = ['/', '/receipt?logstate=poster', '/register', '/thanks?code=x&state=y']
const cases = starts.flatMap(([name, known]) => addresses.map(address => ({ name, known, address })))

test.each(cases)(
  '$name to $address has the same outcome for every order of answers',
  ({ known, address }) => {
    let orders = 0
    const wrong: unknown[] = []
    for (const world of worlds) {
      const start = facts({ ...known, earlyClaims: early, canInitLineEarly: true }, address)
      const expected = literal(world, start.cached !== null, start.verdict?.at === NOW)
      for (const end of ends(start, world)) {
        orders += 1
        // If LINE does not answer, the screen that the server's answer has already opened stays.
        const letIn = end.did.some(command => command.do === 'welcome' && command.registered)
        const opened = letIn ? 'ready, offline' : end.state.phase.kind === 'register' ? 'register' : expected
        const outcome = expected === 'offline' ? opened : expected
        if (outcomeOf(end) !== outcome) wrong.push({ world, outcome, found: outcomeOf(end) })
      }
    }
    expect(wrong).toEqual([])
    expect(orders).toBeGreaterThan(worlds.length * 1.5)
  },
)

test('welcomes and redirects the customer exactly once for every order of answers', () => {
  for (const address of addresses)
    for (const world of worlds.filter(({ failing }) => failing === 'nothing')) {
      const [inTurn] = ends(facts({}, address), world)
      const moves = (end: Branch | undefined) =>
        end?.did.flatMap(command => (command.do === 'go' ? [command.path] : []))
      for (const end of ends(facts({ earlyClaims: early, canInitLineEarly: true }, address), world)) {
        const welcomes = end.did.filter(command => command.do === 'welcome')
        expect(welcomes.length, JSON.stringify(world)).toBeLessThanOrEqual(1)
        if (['ready', 'register'].includes(outcomeOf(end))) expect(moves(end)).toEqual(moves(inTurn))
      }
    }
})

const usual: World = {
  campaign: 'open',
  place: 'line',
  loggedIn: true,
  expired: false,
  friend: true,
  signIn: 'known',
  failing: 'nothing',
}

/** Returns a first visit in LINE after its first two answers: the server's login and the activity. */
function afterTwoAnswers(world: World): Branch {
  const state = initialState(facts({ earlyClaims: early, canInitLineEarly: true }))
  let branch = say({ state, waiting: [], did: [] }, { type: 'started' }, world)
  expect(branch.did.map(command => command.do)).toEqual(['fetch-activity', 'init-line', 'sign-in'])
  for (const command of [branch.did[2], branch.did[0]])
    branch = say(branch, command ? (answerTo(command, world) ?? {}) : {}, world)
  return branch
}

test('opens home after two answers: the open activity and the server’s login', () => {
  const branch = afterTwoAnswers(usual)
  expect(outcomeOf(branch)).toBe('ready')
  expect(branch.state.step).toBe('init')
})

test('opens /register after the same two answers, and creates the customer only after those of LINE', () => {
  const branch = afterTwoAnswers({ ...usual, signIn: 'unknown' })
  expect(outcomeOf(branch)).toBe('register')
  expect(branch.did.at(-1)).toEqual({ do: 'go', path: '/register' })
  for (const world of worlds.filter(({ signIn }) => signIn === 'unknown'))
    for (const { did } of ends(facts({ earlyClaims: early, canInitLineEarly: true }), world)) {
      const created = did.some(command => command.do === 'register-provisional')
      expect(created, JSON.stringify(world)).toBe(literal(world, false, false) === 'register')
    }
})

test('calls login once per launch unless the server did not answer', () => {
  const asked = (failing: World['failing']) =>
    ends(facts({ earlyClaims: early, canInitLineEarly: true }), { ...usual, failing }).map(
      end => end.did.filter(command => command.do === 'sign-in').length,
    )
  expect(new Set(asked('nothing'))).toEqual(new Set([1]))
  expect(Math.max(...asked('sign-in'))).toBe(2)
})
