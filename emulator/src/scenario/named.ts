import { channelIdOf } from './channel.ts'
import { DEFAULT_SCENARIO } from './defaults.ts'
import { mergePatch } from './merge.ts'
import { EXTERNAL_SCENARIOS } from './named/environment.ts'
import { FRIENDSHIP_SCENARIOS } from './named/friendship.ts'
import type { NamedScenario } from './named/named-scenario.ts'
import { NETWORK_SCENARIOS } from './named/network.ts'
import { PERMISSION_SCENARIOS } from './named/permission.ts'
import { TOKEN_SCENARIOS } from './named/token.ts'
import { parseScenarioOrThrow } from './parse.ts'
import type { App, Scenario, ScenarioInput } from './schema.ts'

/** All named scenarios, in display order. */
export const NAMED_SCENARIOS: readonly NamedScenario[] = [
  ...FRIENDSHIP_SCENARIOS,
  ...EXTERNAL_SCENARIOS,
  ...TOKEN_SCENARIOS,
  ...PERMISSION_SCENARIOS,
  ...NETWORK_SCENARIOS,
]

export const scenarioNames = (): string => NAMED_SCENARIOS.map(({ name }) => name).join(', ')

/**
 * Scenario fields that the project using the emulator sets for its own app. They override those of the
 * default scenario.
 */
export type ScenarioBase = Partial<Omit<ScenarioInput, 'name'>>

/**
 * Splits a combined name such as `not-friend+lie-fi`. Also splits at a space, because URL decoding turns `+`
 * into one.
 */
function splitNames(text: string): string[] {
  return text.split(/[+ ]/).filter(name => name !== '')
}

function withMoreApps(apps: readonly unknown[], named: NamedScenario): unknown[] {
  const [first] = apps as readonly Pick<App, 'liffId'>[]
  const more = (named.moreApps ?? []).map(({ suffix, ...change }) => {
    const liffId = `${channelIdOf(first?.liffId ?? '')}-${suffix}`
    return mergePatch({ ...first, liffId }, change, true)
  })
  return [...apps, ...more]
}

/**
 * Returns the complete, validated scenario for a name, or null if a name is unknown. The scenario's changes
 * are applied to `base`. If several names are joined by `+`, they are applied in order, so the last one wins.
 */
export function namedScenario(names: string, base: ScenarioBase = {}): Scenario | null {
  const parts = splitNames(names).map(name => NAMED_SCENARIOS.find(candidate => candidate.name === name))
  if (parts.length === 0 || parts.includes(undefined)) return null
  const known = parts.filter(part => part !== undefined)
  const name = known.map(part => part.name).join('+')
  const title = known.map(part => part.title).join(' + ')
  const description = known.map(part => part.description).join(' ')
  const start = { ...DEFAULT_SCENARIO, ...base }
  const whole = known.reduce<unknown>(
    (before, part) => {
      const { apps } = before as { apps: readonly unknown[] }
      const own = withMoreApps(apps, part).map(app => mergePatch(app, part.everyApp ?? {}, true))
      return mergePatch({ ...(before as object), apps: own }, part.patch ?? {})
    },
    { ...start, name, title, description },
  )
  return parseScenarioOrThrow(whole as ScenarioInput)
}

/**
 * Returns the complete, validated scenario for a name (applied to `base`) or for a scenario object.
 *
 * @throws {Error} with the unknown name or the invalid field.
 */
export function resolveScenario(wanted: string | ScenarioInput, base: ScenarioBase): Scenario {
  if (typeof wanted !== 'string') return parseScenarioOrThrow(wanted)
  const scenario = namedScenario(wanted, base)
  if (scenario === null)
    throw new Error(`Unknown scenario "${wanted}". Available scenarios: ${scenarioNames()}`)
  return scenario
}
