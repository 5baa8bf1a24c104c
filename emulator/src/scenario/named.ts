import { channelIdOf } from './channel.ts'
import { DEFAULT_SCENARIO, DEFAULT_USER_ID } from './defaults.ts'
import { mergePatch } from './merge.ts'
import { EXTERNAL_SCENARIOS } from './named/environment.ts'
import { FRIENDSHIP_SCENARIOS } from './named/friendship.ts'
import { MINI_APP_SCENARIOS } from './named/mini-app.ts'
import type { NamedScenario } from './named/named-scenario.ts'
import { NETWORK_SCENARIOS } from './named/network.ts'
import { PERMISSION_SCENARIOS } from './named/permission.ts'
import { TOKEN_SCENARIOS } from './named/token.ts'
import { parseScenarioOrThrow } from './parse.ts'
import type { App, Scenario, ScenarioInput } from './schema.ts'
import { didYouMean } from './similar-word.ts'

const SCENARIOS = [
  ...FRIENDSHIP_SCENARIOS,
  ...EXTERNAL_SCENARIOS,
  ...TOKEN_SCENARIOS,
  ...PERMISSION_SCENARIOS,
  ...NETWORK_SCENARIOS,
  ...MINI_APP_SCENARIOS,
] as const

/** All named scenarios, in display order. */
export const NAMED_SCENARIOS: readonly NamedScenario[] = SCENARIOS

export type ScenarioName = (typeof SCENARIOS)[number]['name']

export const scenarioNames = (): string => NAMED_SCENARIOS.map(({ name }) => name).join(', ')

export function knownScenarios(wanted: string): string {
  const names = NAMED_SCENARIOS.map(({ name }) => name)
  const wrong = wanted.split('+').find(part => !names.includes(part)) ?? ''
  return `${didYouMean(wrong, names)} Available scenarios: ${names.join(', ')}`
}

/** A project's scenario fields for its own app. They override the default scenario. */
export type ScenarioBase = Partial<Omit<ScenarioInput, 'name'>>

/** URL decoding turns `+` into a space. Keeps empty names, as in `friend+`, so that they are rejected. */
function splitNames(text: string): string[] {
  return text.trim().split(/ *\+ *| +/)
}

function withMoreApps(apps: readonly unknown[], named: NamedScenario): unknown[] {
  const [first] = apps as readonly Pick<App, 'liffId'>[]
  const more = (named.moreApps ?? []).map(({ suffix, ...change }) => {
    const liffId = `${channelIdOf(first?.liffId ?? '')}-${suffix}`
    return mergePatch({ ...first, liffId }, change, true)
  })
  return [...apps, ...more]
}

/** If `base` has users but no friendships, its users are friends of the account. */
function startOf(base: ScenarioBase) {
  const friends = base.users?.map(({ userId }) => [userId, 'friend'] as const)
  const own = friends === undefined ? {} : { friendships: Object.fromEntries(friends) }
  return { ...DEFAULT_SCENARIO, ...own, ...base }
}

/** Applies the default user's friendship, which a named scenario sets, to `user` instead. */
function patchFor(user: string, { patch = {} }: NamedScenario): object {
  const friendship = (patch.friendships as ScenarioInput['friendships'] | null)?.[DEFAULT_USER_ID]
  return friendship === undefined ? patch : { ...patch, friendships: { [user]: friendship } }
}

/** Applies named scenarios, joined with `+`, to `base` in order. Returns null if a name is unknown. */
export function namedScenario(names: string, base: ScenarioBase = {}): Scenario | null {
  const parts = splitNames(names).map(name => NAMED_SCENARIOS.find(candidate => candidate.name === name))
  if (parts.includes(undefined)) return null
  const known = parts.filter(part => part !== undefined)
  const name = known.map(part => part.name).join('+')
  const title = known.map(part => part.title).join(' + ')
  const description = known.map(part => part.description).join(' ')
  const start = startOf(base)
  const whole = known.reduce<unknown>(
    (before, part) => {
      const { apps } = before as { apps: readonly unknown[] }
      const own = withMoreApps(apps, part).map(app => mergePatch(app, part.everyApp ?? {}, true))
      return mergePatch({ ...(before as object), apps: own }, patchFor(start.user ?? DEFAULT_USER_ID, part))
    },
    { ...start, name, title, description },
  )
  return parseScenarioOrThrow(whole as ScenarioInput)
}

/**
 * Returns the validated scenario, given a scenario object or the name of a scenario to apply to `base`.
 *
 * @throws {Error} with the unknown name or the invalid field.
 */
export function resolveScenario(wanted: string | ScenarioInput, base: ScenarioBase): Scenario {
  if (typeof wanted !== 'string') return parseScenarioOrThrow(wanted)
  const scenario = namedScenario(wanted, base)
  if (scenario === null) throw new Error(`Unknown scenario "${wanted}"${knownScenarios(wanted)}`)
  return scenario
}
