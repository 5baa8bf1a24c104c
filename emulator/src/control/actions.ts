import * as v from 'valibot'
import { mergePatch } from '../scenario/merge.ts'
import { NAMED_SCENARIOS, namedScenario, type ScenarioBase, scenarioNames } from '../scenario/named.ts'
import { type Parsed, parseFault, parseInput, parseScenario, wrong } from '../scenario/parse.ts'
import type { Fault, Friendship, Scenario, User } from '../scenario/schema.ts'
import { userIdSchema } from '../scenario/schema.ts'
import { issueTokens } from '../tokens/issue.ts'
import type { Line } from '../world/line.ts'
import { appOf, userOf } from '../world/selectors.ts'
import { clockCommand } from './clock-command.ts'

/** A name for a user who is made by asking for a token. */
const NEW_USER_NAME = 'ผู้ใช้ใหม่'

const tokenRequest = v.strictObject({
  userId: v.optional(userIdSchema),
  displayName: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  liffId: v.optional(v.string()),
  idTokenAge: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
})
export type TokenCommand = v.InferInput<typeof tokenRequest>

const friendshipCommand = v.strictObject({
  userId: v.optional(userIdSchema),
  state: v.picklist(['friend', 'none', 'blocked']),
})

/** Tokens for curl and tests. */
export type ControlTokens = {
  readonly userId: string
  /** Null where the app has no openid scope. */
  readonly idToken: string | null
  readonly accessToken: string
  /** Seconds. */
  readonly expiresIn: number
}

/** What the REST control and the host's own code can do to the emulated LINE. */
export function createActions(line: Line, base: ScenarioBase) {
  function load(scenario: Scenario): Parsed<Scenario> {
    line.dispatch({ type: 'scenario-loaded', scenario, session: line.secret(9) })
    return { ok: true, value: scenario }
  }

  function change(scenario: Parsed<Scenario>): Parsed<Scenario> {
    if (!scenario.ok) return scenario
    const { scenario: before, session } = line.world()
    const { user, tokens } = scenario.value
    const otherPhone =
      user !== before.user ||
      tokens.idTokenAge !== before.tokens.idTokenAge ||
      tokens.stuck !== before.tokens.stuck
    const next = otherPhone ? line.secret(9) : session
    line.dispatch({ type: 'scenario-changed', scenario: scenario.value, session: next })
    const now = line.now()
    if (Object.values(line.world().accessTokens).some(({ issuedAt }) => issuedAt > now))
      line.dispatch({ type: 'time-went-back', now, session: line.secret(9) })
    return scenario
  }

  const setClock = (clock: Scenario['clock']) => change(parseScenario({ ...line.world().scenario, clock }))

  return {
    /** Every named scenario, as a list shows it. */
    scenarios: () =>
      NAMED_SCENARIOS.map(({ name, title, description }) => ({
        name,
        title,
        description,
        environment: namedScenario(name, base)?.environment.kind ?? 'liff',
      })),

    /** Loads a named scenario: reset comes back to it. */
    loadNamed(name: unknown): Parsed<Scenario> {
      const scenario = typeof name === 'string' ? namedScenario(name, base) : null
      if (scenario !== null) return load(scenario)
      return wrong('name', `expected one of ${scenarioNames()}`)
    },

    /** Loads a scenario given whole. */
    load(value: unknown): Parsed<Scenario> {
      const parsed = parseScenario(value)
      return parsed.ok ? load(parsed.value) : parsed
    },

    /** Changes single fields (JSON Merge Patch). */
    patch(value: unknown): Parsed<Scenario> {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return wrong('', 'expected an object')
      return change(parseScenario(mergePatch(line.world().scenario, value)))
    },

    /** Back to the loaded scenario; nothing that happened since is left. */
    reset(): Scenario {
      line.dispatch({ type: 'reset', session: line.secret(9) })
      return line.world().scenario
    },

    /** Moves time: `freeze` at ms or an ISO time, `advance` by ms, `skew` the phone's clock by ms, `resume`. */
    clock(value: unknown): Parsed<Scenario> {
      const parsed = parseInput(clockCommand, value)
      if (!parsed.ok)
        return wrong(
          parsed.problem.path,
          'expected {freeze: ms or ISO}, {advance: ms}, {skew: ms} or {resume: true}',
        )
      const { clock } = line.world().scenario
      const command = parsed.value
      if ('freeze' in command) {
        const frozenAt = typeof command.freeze === 'string' ? Date.parse(command.freeze) : command.freeze
        return setClock({ ...clock, frozenAt })
      }
      if ('advance' in command) {
        const moved =
          clock.frozenAt === null
            ? { ...clock, advanceMs: clock.advanceMs + command.advance }
            : { ...clock, frozenAt: clock.frozenAt + command.advance }
        return setClock(moved)
      }
      if ('skew' in command) return setClock({ ...clock, skewMs: command.skew })
      return setClock({ frozenAt: null, advanceMs: 0, skewMs: 0 })
    },

    /** Adds a fault; one without an id gets one. */
    addFault(value: unknown): Parsed<Fault> {
      const parsed = parseFault(value)
      if (!parsed.ok) return parsed
      const fault = { ...parsed.value, id: parsed.value.id ?? `fault-${line.secret(4)}` }
      if (line.world().scenario.faults.some(({ id }) => id === fault.id))
        return wrong('id', 'is there already')
      line.dispatch({ type: 'fault-added', fault })
      return { ok: true, value: fault }
    },

    /** Removes one fault, or all of them. False where there is no such fault. */
    removeFault(id: string | null): boolean {
      if (id !== null && !line.world().scenario.faults.some(fault => fault.id === id)) return false
      line.dispatch({ type: 'fault-removed', id })
      return true
    },

    /** Sets how a user (default: the current one) stands to the official account. */
    friendship(value: unknown): Parsed<{ readonly userId: string; readonly state: Friendship }> {
      const parsed = parseInput(friendshipCommand, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, state } = parsed.value
      if (userOf(scenario, userId) === undefined)
        return wrong('userId', 'expected the userId of one of users')
      line.dispatch({ type: 'friendship-changed', userId, state })
      return { ok: true, value: { userId, state } }
    },

    /** Issues tokens to a user (default: the current one) for an app (default: the first). An unknown user is made. */
    async token(value: unknown): Promise<Parsed<ControlTokens>> {
      const parsed = parseInput(tokenRequest, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, displayName = NEW_USER_NAME, liffId, idTokenAge } = parsed.value
      const app = liffId === undefined ? scenario.apps[0] : appOf(scenario, liffId)
      if (app === undefined)
        return wrong('liffId', `expected one of ${scenario.apps.map(known => known.liffId).join(', ')}`)
      const known = userOf(scenario, userId)
      const user: User = known ?? { userId, displayName, pictureUrl: null, statusMessage: null, email: null }
      if (known === undefined) line.dispatch({ type: 'user-added', user })
      const issued = await issueTokens(line, { user, app, scopes: app.scopes, age: idTokenAge })
      return { ok: true, value: { userId, ...issued } }
    },
  }
}

export type Actions = ReturnType<typeof createActions>
