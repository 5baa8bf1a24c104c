import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialState, reduce } from '#src/startup/reduce.ts'
import type { Command, StartupEvent, StartupState } from '#src/startup/types.ts'
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

type World = {
  readonly ended: boolean
  readonly pending: boolean
  readonly inClient: boolean
  readonly external: boolean
  readonly loggedIn: boolean
  readonly expired: boolean
  readonly friend: boolean
  readonly registered: boolean
  readonly named: boolean
}

const flag = fc.boolean()
const worlds: fc.Arbitrary<World> = fc.record({
  ended: flag,
  pending: flag,
  inClient: flag,
  external: flag,
  loggedIn: flag,
  expired: flag,
  friend: flag,
  registered: flag,
  named: flag,
})

function claims({ expired, named }: World) {
  const exp = NOW / 1000 + (expired ? -60 : 600)
  return { ...inLine.claims, sub: profile.userId, name: named ? 'มะลิ' : null, picture: null, exp }
}

/** Returns the event that answers a command; null for commands without an answer. `fails`: the call fails. */
function answerTo(command: Command, world: World, fails: boolean, now: number): object | null {
  switch (command.do) {
    case 'fetch-activity': {
      const { ended, pending, external } = world
      const verdict = { ...open, ended, pending, allowExternalBrowser: external, at: now }
      return fails ? { ...activityLost, now } : { type: 'activity', verdict }
    }
    case 'init-line': {
      const { inClient, loggedIn } = world
      const line = { inClient, loggedIn, claims: loggedIn ? claims(world) : null }
      return fails ? lineLost : { type: 'line-ready', now, line }
    }
    case 'fetch-friendship':
      return fails ? lineLost : { type: 'friendship', now, friend: world.friend }
    case 'fetch-profile':
      return fails ? lineLost : { type: 'profile', profile }
    case 'sign-in': {
      const refusal = { kind: 'refused', code: 'CUSTOMER_NOT_REGISTERED', message: '', requestId: null }
      const ok = { kind: 'ok', customerId: CUSTOMER, registered: true }
      const outcome = fails ? loginLost.outcome : world.registered ? ok : refusal
      return { type: 'signed-in', now, outcome }
    }
    case 'register-provisional': {
      const ok = { kind: 'ok', customerId: CUSTOMER, registered: false }
      return { type: 'signed-in', now, outcome: fails ? loginLost.outcome : ok }
    }
    case 'watch-leaving':
      return { type: 'still-here' }
    default:
      return null
  }
}

/** Runs the state machine, and records its pending calls and all commands so far. */
function machine(given: StartupState, world: () => World, fails: () => boolean) {
  const self = {
    state: given,
    waiting: [] as { run: number; command: Command }[],
    commands: [] as Command[],
    now: NOW,
    say(event: object) {
      const next = reduce(self.state, { now: self.now, ...event } as StartupEvent)
      self.state = next.state
      self.commands.push(...next.commands)
      for (const command of next.commands)
        if (answerTo(command, world(), false, self.now) !== null)
          self.waiting.push({ run: next.state.run, command })
    },
    answer(index: number) {
      const [asked] = self.waiting.splice(index % self.waiting.length, 1)
      if (asked === undefined) return
      const event = answerTo(asked.command, world(), fails(), self.now)
      if (event !== null) self.say({ ...event, run: asked.run })
    },
  }
  return self
}

const given = fc.record({
  cached: fc.constantFrom(null, cached, { ...cached, profile: { ...profile, userId: 'Uother' } }),
  verdict: fc.constantFrom(null, open, { ...open, at: NOW - 2 * 86_400_000 }),
  address: fc.constantFrom('/', '/receipt?logstate=a', '/register', '/?code=x&state=y', '/thanks'),
})

test('startup reaches an outcome without endless loops for any order of events', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom(
        'answer',
        'answer',
        'answer',
        'retried',
        'returned',
        'network',
        'moved',
        'replaced',
      ),
      index: fc.nat(5),
      fails: flag,
      ms: fc.nat(100_000),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(given, worlds, worlds, steps, (start, first, second, events) => {
      let world = first
      let failing = false
      const { cached: known, verdict, address } = start
      const app = machine(
        initialState(facts({ cached: known, verdict }, address)),
        () => world,
        () => failing,
      )
      app.say({ type: 'started' })
      for (const [at, event] of events.entries()) {
        if (at === 30) world = second
        failing = event.fails
        app.now += event.ms
        if (event.kind === 'answer') app.answer(event.index)
        else if (event.kind === 'moved') app.say({ type: 'moved', path: '/thanks' })
        else app.say({ type: event.kind })
        const { step } = app.state
        // While startup is waiting, a call that will answer it must be pending.
        if (step !== 'settled') expect(app.waiting.filter(({ run }) => run === app.state.run)).not.toEqual([])
      }
      failing = false
      let left = 40
      while (app.waiting.length > 0) {
        left -= 1
        expect(left, 'endless answers').toBeGreaterThan(0)
        app.answer(0)
      }
      expect(app.state.step).toBe('settled')
      expect(['starting', 'leaving']).not.toContain(app.state.phase.kind)
    }),
    { numRuns: 500 },
  )
})

/** Returns the expected outcome in spec S4's order: the first matching condition decides. */
function expected(world: World): string {
  if (world.ended) return 'ended'
  if (world.pending) return 'pending'
  if (!world.inClient && !world.external) return 'to line'
  if (!world.loggedIn) return 'to login'
  if (world.expired) return 'to reload'
  if (!world.friend) return 'to add-friend'
  return world.registered ? 'ready' : 'register'
}

test('the first matching outcome wins: ended, pending, not in LINE, login, expired, not a friend, unregistered', () =>
  fc.assert(
    fc.property(given, worlds, (start, world) => {
      const app = machine(
        initialState(facts({ cached: start.cached, verdict: start.verdict }, start.address)),
        () => world,
        () => false,
      )
      app.say({ type: 'started' })
      while (app.waiting.length > 0 && app.state.step !== 'away') app.answer(0)
      const { phase } = app.state
      expect(phase.kind === 'leaving' ? `to ${phase.to}` : phase.kind).toBe(expected(world))
    }),
    { numRuns: 500 },
  ))

test('leaves the page a limited number of times over many reloads if nothing ever succeeds', () =>
  fc.assert(
    fc.property(worlds, world => {
      let { guards } = facts()
      let leaves = 0
      for (let load = 0; load < 20; load += 1) {
        const app = machine(
          initialState(facts({ guards })),
          () => world,
          () => false,
        )
        app.now = NOW + load * 1000
        app.say({ type: 'started' })
        while (app.waiting.length > 0 && app.state.step !== 'away') app.answer(0)
        guards = app.state.facts.guards
        if (app.state.step === 'away') leaves += 1
      }
      expect(leaves).toBeLessThanOrEqual(3)
    }),
  ))
