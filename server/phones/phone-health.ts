import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import { OTHER_BUILD } from './builds.ts'

const BUILDS_MAX = 10
const PLACES_MAX = 20

const vitals = ['lcp', 'inp', 'home'] as const
export type Vital = (typeof vitals)[number]

type BuildHealth = {
  readonly build: string
  readonly visits: number
  readonly errors: number
  /** 75th percentile in milliseconds: three of four visits were as fast or faster. Null if there is no data. */
  readonly p75: Readonly<Record<Vital, number | null>>
}

type ErrorPlace = {
  readonly build: string
  readonly error: string
  readonly screen: string
  readonly script: string
  readonly row: number
  readonly column: number
  readonly count: number
}

export type PhoneHealth = {
  readonly builds: readonly BuildHealth[]
  /**
   * Phones with a job that has waited for over an hour. A phone reports this at most once in 24 hours, so counting
   * reports counts phones, without a phone id.
   */
  readonly oldJobs: { readonly phones: number; readonly maxTries: number; readonly maxMinutes: number }
  readonly places: readonly ErrorPlace[]
}

export async function phoneHealth(db: Db, from: number): Promise<PhoneHealth> {
  const since = () => db.selectFrom('phone_report').where('hour', '>=', from)
  const builds = await db
    .selectFrom('app_build')
    .select('build')
    .orderBy('first_served_at', 'desc')
    .orderBy('build')
    .limit(BUILDS_MAX)
    .execute()
  const listed = new Map(builds.map(({ build }) => [build, emptyTally()]))
  const tallyOf = (build: string): Tally => {
    const name = listed.has(build) ? build : OTHER_BUILD
    const tally = listed.get(name) ?? emptyTally()
    listed.set(name, tally)
    return tally
  }
  const counted = await since()
    .select(['build', 'about', count])
    .where('about', '<>', 'job')
    .groupBy(['build', 'about'])
    .execute()
  for (const { build, about, count } of counted)
    tallyOf(build)[about === 'visit' ? 'visits' : 'errors'] += count
  for (const vital of vitals) {
    const rows = await since()
      .select(['build', vital, count])
      .where('about', '=', 'visit')
      .where(vital, 'is not', null)
      .groupBy(['build', vital])
      .execute()
    for (const row of rows) tallyOf(row.build).values[vital].push([row[vital] ?? 0, row.count])
  }
  return {
    builds: [...listed].map(([build, { visits, errors, values }]) => ({
      build,
      visits,
      errors,
      p75: { lcp: p75(values.lcp), inp: p75(values.inp), home: p75(values.home) },
    })),
    oldJobs: await oldJobs(db, from),
    places: (await errorPlaces(db, from)).map(place => ({
      ...place,
      build: listed.has(place.build) ? place.build : OTHER_BUILD,
    })),
  }
}

type Counted = readonly [value: number, count: number]
type Tally = { visits: number; errors: number; readonly values: Readonly<Record<Vital, Counted[]>> }
const emptyTally = (): Tally => ({ visits: 0, errors: 0, values: { lcp: [], inp: [], home: [] } })

const count = sql<number>`count(*)`.as('count')

/** Uses the nearest-rank method. Returns null if there are no values. */
function p75(values: readonly Counted[]): number | null {
  const total = values.reduce((sum, [, count]) => sum + count, 0)
  let left = Math.ceil(total * 0.75)
  for (const [value, count] of values.toSorted(([a], [b]) => a - b)) {
    left -= count
    if (left <= 0) return value
  }
  return null
}

async function oldJobs(db: Db, from: number): Promise<PhoneHealth['oldJobs']> {
  const { phones, tries, age } = await db
    .selectFrom('phone_report')
    .select(({ fn }) => [
      fn.countAll<number>().as('phones'),
      fn.max('job_tries').as('tries'),
      fn.max('job_age').as('age'),
    ])
    .where('about', '=', 'job')
    .where('hour', '>=', from)
    .executeTakeFirstOrThrow()
  return { phones, maxTries: tries ?? 0, maxMinutes: age ?? 0 }
}

async function errorPlaces(db: Db, from: number): Promise<readonly ErrorPlace[]> {
  const rows = await db
    .selectFrom('phone_report')
    .select(['build', 'error', 'screen', 'script', 'place_row', 'place_column'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('about', '=', 'error')
    .where('hour', '>=', from)
    .groupBy(['build', 'error', 'screen', 'script', 'place_row', 'place_column'])
    .orderBy('count', 'desc')
    .orderBy('build')
    .orderBy('error')
    .limit(PLACES_MAX)
    .execute()
  return rows.map(row => ({
    build: row.build,
    error: row.error ?? '',
    screen: row.screen ?? '',
    script: row.script ?? '',
    row: row.place_row ?? 0,
    column: row.place_column ?? 0,
    count: row.count,
  }))
}
