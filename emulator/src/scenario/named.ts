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

/** Name of a named scenario. */
export type ScenarioName = (typeof SCENARIOS)[number]['name']

export const scenarioNames = (): string => NAMED_SCENARIOS.map(({ name }) => name).join(', ')

/** Returns the end of a sentence about an unknown name, which can be several, joined by `+`: the names that exist. */
export function knownScenarios(wanted: string): string {
  const names = NAMED_SCENARIOS.map(({ name }) => name)
  const wrong = wanted.split('+').find(part => !names.includes(part)) ?? ''
  return `${didYouMean(wrong, names)} Available scenarios: ${names.join(', ')}`
}

/**
 * Scenario fields that the project using the emulator sets for its own app. They override those of the
 * default scenario.
 */
export type ScenarioBase = Partial<Omit<ScenarioInput, 'name'>>

/**
 * Splits a combined name such as `not-friend+lie-fi`. Also splits at a space, because URL decoding turns `+`
 * into one. An empty name, as in `friend+`, stays in the list, so that it is refused like an unknown one.
 */
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

/** The default scenario with the fields of `base`. Users that `base` brings without friendships are friends, too. */
function startOf(base: ScenarioBase) {
  const friends = base.users?.map(({ userId }) => [userId, 'friend'] as const)
  const own = friends === undefined ? {} : { friendships: Object.fromEntries(friends) }
  return { ...DEFAULT_SCENARIO, ...own, ...base }
}

/** The changes of a named scenario, with the friendship of its default user as that of `user`. */
function patchFor(user: string, { patch = {} }: NamedScenario): object {
  const friendship = (patch.friendships as ScenarioInput['friendships'] | null)?.[DEFAULT_USER_ID]
  return friendship === undefined ? patch : { ...patch, friendships: { [user]: friendship } }
}

/**
 * Returns the complete, validated scenario for a name, or null if a name is unknown. The scenario's changes
 * are applied to `base`. If several names are joined by `+`, they are applied in order, so the last one wins.
 */
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
 * Returns the complete, validated scenario for a name (applied to `base`) or for a scenario object.
 *
 * @throws {Error} with the unknown name or the invalid field.
 */
export function resolveScenario(wanted: string | ScenarioInput, base: ScenarioBase): Scenario {
  if (typeof wanted !== 'string') return parseScenarioOrThrow(wanted)
  const scenario = namedScenario(wanted, base)
  if (scenario === null) throw new Error(`Unknown scenario "${wanted}"${knownScenarios(wanted)}`)
  return scenario
}
