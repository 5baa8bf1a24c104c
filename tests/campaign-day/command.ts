import { readFile, writeFile } from 'node:fs/promises'
import { refuse } from '#tools/command.mjs'
import { readOptions } from '#tools/options.ts'
import { loadSimulation } from './bundle.ts'
import { createChance } from './chance.ts'
import { makePlan, type Plan } from './plan.ts'
import { planted } from './planted.ts'
import type { Outcome } from './play.ts'
import { readPlan, writePlan } from './saved-plan.ts'

/**
 * `npm run campaign-day -- [--seed 1] [--seeds 1-40] [--phones 8] [--plan FILE] [--save FILE] [--trace]
 * [--place memory|disk|postgres]`: plays whole campaigns in virtual time. If a promise is broken, shrinks the campaign,
 * tells its story, and exits with 1.
 *
 * `--planted [--only NAME] [--seeds 200]`: plants known defects and reports which of them the seeds find.
 */
const { values, whole } = readOptions('npm run campaign-day', {
  seed: { type: 'string', default: '1' },
  /** The first and last seed, or the number of seeds, starting at `--seed`. */
  seeds: { type: 'string', default: '1' },
  phones: { type: 'string', default: '8' },
  /** A saved plan to play again. */
  plan: { type: 'string' },
  /** The file for the shrunk plan of a failure. */
  save: { type: 'string' },
  trace: { type: 'boolean' },
  /** The storage backend. `postgres` creates a database on TEST_DATABASE_URL for each campaign. */
  place: { type: 'string', default: 'memory' },
  planted: { type: 'boolean' },
  /** The only defect to plant. */
  only: { type: 'string' },
})

/** Environment variables of a server with real customers. */
const PRODUCTION = [
  'DATABASE_URL',
  'DATA_DIR',
  'LINE_CHANNEL_SECRET',
  'LINE_CHANNEL_ACCESS_TOKEN',
  'S3_ENDPOINT',
]
const MOST_PHONES = 500
const PLACES = ['memory', 'disk', 'postgres'] as const

const set = PRODUCTION.filter(name => process.env[name] !== undefined)
if (set.length > 0)
  refuse(`${set[0]} is set: the simulation does not start with the settings of a real server`)
const phones = whole('phones')
if (phones > MOST_PHONES) refuse(`--phones: must be at most ${MOST_PHONES}, not ${phones}`)

function chosenSeeds(): readonly number[] {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(values.seeds)?.map(Number) ?? []
  if (from === undefined || to === undefined) {
    const [seed, seeds] = [whole('seed', 0), whole('seeds')]
    return Array.from({ length: seeds }, (_, n) => seed + n)
  }
  if (to < from) refuse(`--seeds: the last seed must not be less than the first, as in "${values.seeds}"`)
  return Array.from({ length: to - from + 1 }, (_, n) => from + n)
}

async function plans(): Promise<readonly Plan[]> {
  if (values.plan === undefined) return seeds.map(seed => makePlan(createChance(seed), seed, phones))
  const text = await readFile(values.plan, 'utf8').catch(() => refuse(`--plan: cannot read ${values.plan}`))
  const read = readPlan(text)
  return [typeof read === 'string' ? refuse(`--plan: ${read}`) : read]
}

const seeds = chosenSeeds()
const place = PLACES.find(one => one === values.place)
if (place === undefined) refuse(`--place: must be one of ${PLACES.join(', ')}, not "${values.place}"`)
if (place === 'postgres' && process.env.TEST_DATABASE_URL === undefined)
  refuse('--place postgres: set TEST_DATABASE_URL to a database whose user may create others')

function tell(plan: Plan, { trace, problems }: Outcome): void {
  console.log(`seed ${plan.seed}, ${plan.phones} phones, ${plan.steps.length} steps:`)
  for (const [index, line] of trace.entries()) console.log(`${String(index + 1).padStart(4)}. ${line}`)
  for (const { promise, what } of problems) console.log(`${promise}: ${what}`)
}

if (values.planted) {
  const all = Object.keys(planted)
  const { only } = values
  if (only !== undefined && !all.includes(only)) refuse(`--only: must be one of ${all.join(', ')}`)
  const { reportPlanted } = await import('./report-planted.ts')
  const names = only === undefined ? all : [only]
  const missed = await reportPlanted({ names, seeds: seeds.length, phones, print: line => console.log(line) })
  process.exit(missed === 0 ? 0 : 1)
}

const chosen = await plans()
const { play, shrink } = await loadSimulation()
for (const plan of chosen) {
  const began = process.cpuUsage()
  const outcome = await play(plan, { place })
  const { user, system } = process.cpuUsage(began)
  const took = `${((user + system) / 1e6).toFixed(1)} s`
  if (values.trace) console.log(outcome.trace.join('\n'))
  if (outcome.problems.length === 0) {
    console.log(`seed ${plan.seed}: ${outcome.played} steps in ${took}, every promise kept`)
    continue
  }
  const [{ promise, what } = { promise: '', what: '' }] = outcome.problems
  console.log(
    `seed ${plan.seed}: a promise is broken after ${outcome.played} steps.\n${promise}: ${what}\nShrinking …`,
  )
  const small = await shrink(plan, outcome, { place })
  tell(small.plan, small.outcome)
  if (values.plan === undefined)
    console.log(`Again: npm run campaign-day -- --seed ${plan.seed} --phones ${plan.phones} --place ${place}`)
  if (values.save !== undefined)
    await writeFile(values.save, writePlan(small.plan)).catch(({ message }) => refuse(`--save: ${message}`))
  process.exitCode = 1
}
