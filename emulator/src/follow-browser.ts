import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_SCENARIO } from './scenario/defaults.ts'
import { namedScenario, type ScenarioBase } from './scenario/named.ts'
import { peopleFor } from './scenario/people.ts'
import type { Line } from './world/line.ts'

function firstLanguage(header: string | null): string | null {
  return /^\s*([A-Za-z]{2,3}(?:-[0-9A-Za-z]{2,8})*)\s*(?:[,;]|$)/.exec(header ?? '')?.[1] ?? null
}

function baseIn(base: ScenarioBase, language: string): ScenarioBase {
  const { user, friendships } = DEFAULT_SCENARIO
  const people = base.users === undefined ? { users: peopleFor(language), user, friendships } : {}
  return { ...base, ...people, environment: { ...base.environment, language } }
}

/** The first browser sets the language of the named scenarios, and of the current one if it is unedited. */
export function createBrowserFollower(line: Line, base: { current: ScenarioBase }) {
  let hasMet = false
  return function meet(acceptLanguage: string | null): void {
    const language = firstLanguage(acceptLanguage)
    if (hasMet || language === null) return
    hasMet = true
    const before = base.current
    base.current = baseIn(before, language)
    const world = line.world()
    const { scenario, loaded } = world
    // After an edit or after restoring a snapshot, `scenario` and `loaded` are different objects.
    if (scenario !== loaded || !isDeepStrictEqual(loaded, namedScenario(loaded.name, before))) return
    const next = namedScenario(loaded.name, base.current) ?? scenario
    line.replace({ ...world, scenario: next, loaded: next, revision: world.revision + 1 })
  }
}
