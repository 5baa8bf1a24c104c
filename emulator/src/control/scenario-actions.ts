import { isFields } from '../fields.ts'
import { mergePatch } from '../scenario/merge.ts'
import { knownScenarios, NAMED_SCENARIOS, namedScenario, type ScenarioBase } from '../scenario/named.ts'
import { invalidAt, type Parsed, parseInput, parseScenario, parseStoredScenario } from '../scenario/parse.ts'
import { withoutReferencesMissingIn } from '../scenario/references.ts'
import type { Scenario } from '../scenario/schema.ts'
import type { Line } from '../world/line.ts'
import { type ClockCommand, clockCommand } from './clock-command.ts'

function movedClock(clock: Scenario['clock'], command: ClockCommand): Scenario['clock'] {
  if ('freeze' in command) {
    const frozenAt = typeof command.freeze === 'string' ? Date.parse(command.freeze) : command.freeze
    return { ...clock, frozenAt }
  }
  if ('advance' in command)
    return clock.frozenAt === null
      ? { ...clock, advanceMs: clock.advanceMs + command.advance }
      : { ...clock, frozenAt: clock.frozenAt + command.advance }
  if ('skew' in command) return { ...clock, skewMs: command.skew }
  return { frozenAt: null, advanceMs: 0, skewMs: 0 }
}

/** True if the change invalidates the SDK's stored values, so that the phone needs a new session. */
function needsNewSession(before: Scenario, { user, tokens }: Scenario): boolean {
  return (
    user !== before.user ||
    tokens.idTokenAge !== before.tokens.idTokenAge ||
    tokens.stuck !== before.tokens.stuck
  )
}

/** Returns the name of the body's only field if the name is a clock command, otherwise an empty string. */
function commandIn(body: unknown): string {
  const [name = '', ...more] = Object.keys(Object(body))
  return more.length === 0 && ['freeze', 'advance', 'skew', 'resume'].includes(name) ? name : ''
}

export function createScenarioActions(line: Line, base: { readonly current: ScenarioBase }) {
  function load(scenario: Scenario): Parsed<Scenario> {
    line.dispatch({ type: 'scenario-loaded', scenario, session: line.secret(9) })
    return { ok: true, value: scenario }
  }

  function change(scenario: Parsed<Scenario>): Parsed<Scenario> {
    if (!scenario.ok) return scenario
    const { scenario: before, session } = line.world()
    const next = needsNewSession(before, scenario.value) ? line.secret(9) : session
    line.dispatch({ type: 'scenario-changed', scenario: scenario.value, session: next })
    const now = line.now()
    if (Object.values(line.world().accessTokens).some(({ issuedAt }) => issuedAt > now))
      line.dispatch({ type: 'time-went-back', now, session: line.secret(9) })
    return scenario
  }

  return {
    /** Lists the named scenarios, each with the browser that opens its app. */
    scenarios: () =>
      NAMED_SCENARIOS.map(({ name, title, description }) => ({
        name,
        title,
        description,
        environment: namedScenario(name, base.current)?.environment.kind ?? 'liff',
      })),

    /** `reset` returns to this scenario. */
    loadNamed(name: unknown): Parsed<Scenario> {
      const scenario = typeof name === 'string' ? namedScenario(name, base.current) : null
      if (scenario !== null) return load(scenario)
      const known = typeof name === 'string' ? `a known scenario${knownScenarios(name)}` : 'a text'
      return invalidAt('name', `expected ${known}`)
    },

    /** `reset` returns to this scenario. */
    load(value: unknown): Parsed<Scenario> {
      const parsed = parseScenario(value)
      return parsed.ok ? load(parsed.value) : parsed
    },

    /** Applies a JSON Merge Patch (RFC 7396) to the scenario. */
    patch(value: unknown): Parsed<Scenario> {
      if (!isFields(value)) return invalidAt('', 'expected an object')
      const { scenario } = line.world()
      const next = parseStoredScenario(mergePatch(scenario, value))
      if (!next.ok) return next
      // A patch can remove a user or an app, so remove references to them.
      const rest = withoutReferencesMissingIn(scenario, next.value)
      return change(parseScenario(mergePatch(rest, value)))
    },

    /** Restores the loaded scenario and discards later changes, tokens and messages. */
    reset(): Scenario {
      line.dispatch({ type: 'reset', session: line.secret(9) })
      return line.world().scenario
    },

    /** Sets LINE's clock or the phone's clock with a {@link ClockCommand}. */
    clock(value: unknown): Parsed<Scenario> {
      const parsed = parseInput(clockCommand, value)
      const expected = 'expected {freeze: ms or ISO}, {advance: ms}, {skew: ms} or {resume: true}'
      if (!parsed.ok) return invalidAt(commandIn(value), expected)
      const { scenario } = line.world()
      const moved = parseScenario({ ...scenario, clock: movedClock(scenario.clock, parsed.value) })
      // The path is a field of the request, such as `advance`, not of the scenario.
      return moved.ok ? change(moved) : invalidAt(commandIn(value), moved.problem.message)
    },
  }
}
