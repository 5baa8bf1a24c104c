import { channelIdOf } from './channel.ts'
import { DEFAULT_SCENARIO } from './defaults.ts'
import { mergePatch } from './merge.ts'
import { EXTERNAL_SCENARIOS } from './named/environment.ts'
import { FRIENDSHIP_SCENARIOS } from './named/friendship.ts'
import type { NamedScenario } from './named/named-scenario.ts'
import { NETWORK_SCENARIOS } from './named/network.ts'
import { PERMISSION_SCENARIOS } from './named/permission.ts'
import { TOKEN_SCENARIOS } from './named/token.ts'
import { scenarioOf } from './parse.ts'
import type { App, Scenario, ScenarioInput } from './schema.ts'

/** Every named scenario, in the order a list shows them. */
export const NAMED_SCENARIOS: readonly NamedScenario[] = [
  ...FRIENDSHIP_SCENARIOS,
  ...EXTERNAL_SCENARIOS,
  ...TOKEN_SCENARIOS,
  ...PERMISSION_SCENARIOS,
  ...NETWORK_SCENARIOS,
]

export const scenarioNames = (): string => NAMED_SCENARIOS.map(({ name }) => name).join(', ')

/** What a host of the emulator says about its app: laid over the default scenario. */
export type ScenarioBase = Partial<Omit<ScenarioInput, 'name'>>

/** The names of a composition: `not-friend+lie-fi`; a `+` of an address may have become a space. */
function namesOf(text: string): string[] {
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
 * The named scenario over the host's base, whole and checked; null for a name that is not known. Several names joined
 * by `+` are laid over each other, the last on top.
 */
export function namedScenario(names: string, base: ScenarioBase = {}): Scenario | null {
  const parts = namesOf(names).map(name => NAMED_SCENARIOS.find(candidate => candidate.name === name))
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
  return scenarioOf(whole as ScenarioInput)
}

/** The scenario of that name over the base, or the one given, whole and checked. Throws naming what is wrong. */
export function scenarioFrom(wanted: string | ScenarioInput, base: ScenarioBase): Scenario {
  if (typeof wanted !== 'string') return scenarioOf(wanted)
  const scenario = namedScenario(wanted, base)
  if (scenario === null) throw new Error(`There is no scenario "${wanted}", only ${scenarioNames()}`)
  return scenario
}
