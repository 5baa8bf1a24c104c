import * as v from 'valibot'
import { DAY_MS } from '../time.ts'
import { explain, ignoredIn, type Problem } from './explain.ts'
import { type Fault, faultSchema } from './fault-schema.ts'
import { allApps, internalApps } from './internal-channels.ts'
import { unknownReference } from './references.ts'
import { type Scenario, type ScenarioInput, scenarioSchema } from './schema.ts'

export type { Problem }

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

export const problemText = ({ path, message }: Problem): string =>
  path === '' ? message : `${path}: ${message}`

export function accepted<T>(result: Parsed<T>): T {
  if (result.ok) return result.value
  throw new Error(problemText(result.problem))
}

export function invalidAt(path: string, message: string): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { path, message } }
}

export function parseInput<T>(schema: v.GenericSchema<unknown, T>, value: unknown): Parsed<T> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (!result.success) return { ok: false, problem: explain(result.issues[0], schema) }
  const ignored = ignoredIn(value, result.output)
  return ignored === null ? { ok: true, value: result.output } : { ok: false, problem: ignored }
}

/** Parses a scenario and checks rules across fields, such as unique ids. */
export function parseScenario(value: unknown): Parsed<Scenario> {
  const parsed = parseStoredScenario(value)
  const problem = parsed.ok ? unknownReference(parsed.value) : null
  return problem === null ? parsed : { ok: false, problem }
}

/** Does not check friendships and grants, because older emulator versions kept those of removed users. */
export function parseStoredScenario(value: unknown): Parsed<Scenario> {
  const parsed = parseInput<Scenario>(scenarioSchema, value)
  if (!parsed.ok) return parsed
  const { users, user, apps, faults } = parsed.value
  if (!users.some(({ userId }) => userId === user)) {
    const known = users.map(({ userId }) => userId).join(', ')
    return invalidAt('user', `expected the userId of one of users (${known})`)
  }
  for (const [field, name, ids] of [
    ['apps', 'liffId', apps.map(({ liffId }) => liffId)],
    ['users', 'userId', users.map(({ userId }) => userId)],
    ['faults', 'id', faults.map(({ id }) => id)],
  ] as const) {
    const twice = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) !== index)
    if (twice >= 0) return invalidAt(`${field}.${twice}.${name}`, 'is used twice, but must be unique')
  }
  const problem = sharedLiffId(parsed.value) ?? clockProblem(parsed.value.clock)
  if (problem !== null) return { ok: false, problem }
  return { ok: true, value: { ...parsed.value, faults: withIds(parsed.value.faults) } }
}

function sharedLiffId({ apps }: Scenario): Problem | null {
  const all = allApps({ apps }).map(({ liffId }) => liffId)
  for (const [at, app] of apps.entries()) {
    const twice = internalApps(app).find(({ liffId }) => all.filter(id => id === liffId).length > 1)
    if (twice !== undefined)
      return {
        path: `apps.${at}.miniApp.liffIds`,
        message: `expected LIFF IDs that no other app or internal channel has, but ${twice.liffId} is used twice`,
      }
  }
  return null
}

const FIFTY_YEARS_MS = 50 * 365.25 * DAY_MS
const YEAR_9000 = Date.UTC(9000, 0)

/** `Date` cannot represent times far from today, or cannot format them with a four-digit year. */
function clockProblem({ frozenAt, advanceMs, skewMs }: Scenario['clock']): Problem | null {
  if (frozenAt !== null && !(frozenAt >= 0 && frozenAt <= YEAR_9000))
    return { path: 'clock.frozenAt', message: `expected a time from 1970 to 9000, got ${frozenAt}` }
  for (const [name, ms] of Object.entries({ advanceMs, skewMs }))
    if (!(Math.abs(ms) <= FIFTY_YEARS_MS))
      return { path: `clock.${name}`, message: `expected at most 50 years forward or back, got ${ms}` }
  return null
}

/** Gives every fault an id, by which a fault with `times` is later found. */
function withIds(faults: readonly Fault[]): Fault[] {
  const taken = new Set(faults.map(({ id }) => id))
  return faults.map((fault, index) => {
    if (fault.id !== undefined) return fault
    let id = `fault-${index + 1}`
    while (taken.has(id)) id += 'a'
    taken.add(id)
    return { ...fault, id }
  })
}

export function parseFault(value: unknown): Parsed<Fault> {
  return parseInput<Fault>(faultSchema, value)
}

export function parseScenarioOrThrow(input: ScenarioInput): Scenario {
  const parsed = parseScenario(input)
  if (parsed.ok) return parsed.value
  throw new Error(`Scenario "${input.name}": ${problemText(parsed.problem)}`)
}
