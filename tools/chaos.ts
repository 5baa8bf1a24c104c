import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { realServer } from '#tests/kit/chaos/backend.ts'
import { difference } from '#tests/kit/chaos/differential.ts'
import { generate } from '#tests/kit/chaos/generate.ts'
import { describe, type History } from '#tests/kit/chaos/history.ts'
import { type Outcome, type Plant, play } from '#tests/kit/chaos/play.ts'
import { screensInNode } from '#tests/kit/chaos/screens-in-node.ts'
import { shrink } from '#tests/kit/chaos/shrink.ts'
import { singleFaults } from '#tests/kit/chaos/single-faults.ts'
import type { Problem } from '#tests/kit/chaos/world.ts'
import { playRecorded } from '#tests/model/record.ts'
import { refuse } from './command.mjs'
import { readOptions } from './options.ts'

/**
 * `npm run chaos [-- --seeds 1000 --first 1 --steps 25 --traces]`: plays every single fault at every step of the
 * canonical histories, and a random history for each seed. The real outbox runs on a virtual phone against the
 * reference server, for every 20th seed also against the real server, and for every 25th (`--screens 25`; 0 for none)
 * with the app's screens, whose texts are compared with the server after every step. For startup, every fault and
 * random histories (`--startup 50`; 0 for none) run on the real server and headless LIFF.
 *
 * A failing history is shrunk, printed and stored as JSON. `--only SEED` plays a single seed, `--replay FILE` a stored
 * history. `--traces` also checks the outbox's behaviour against the model in tests/model, which takes about twice as
 * long. Exits with 1 if a history failed.
 */
const { values, whole } = readOptions('npm run chaos', {
  seeds: { type: 'string', default: '1000' },
  first: { type: 'string', default: '1' },
  steps: { type: 'string', default: '25' },
  only: { type: 'string' },
  replay: { type: 'string' },
  screens: { type: 'string', default: '25' },
  startup: { type: 'string', default: '50' },
  traces: { type: 'boolean', default: false },
})
const first = whole(values.only === undefined ? 'first' : 'only', 0)
const seeds = values.only === undefined ? whole('seeds') : 1
const steps = whole('steps')
const screensEvery = whole('screens', 0)
const startups = whole('startup', 0)

/** One in this many seeds also runs on the real server. */
const REAL_EVERY = 20
const columns: Readonly<Record<Problem['kind'], string>> = {
  lost: 'lost',
  doubled: 'duplicated',
  owner: 'wrong customer',
  hidden: 'refused, never shown',
  refused: 'refused by mistake',
  untrue: 'untrue',
  returned: 'came back',
}
const kinds = Object.keys(columns) as Problem['kind'][]
const counts = new Map<Problem['kind'], number>()
const failures: string[] = []
let writes = 0
let different = 0

const count = (kind: Problem['kind']) => counts.set(kind, (counts.get(kind) ?? 0) + 1)

function storedHistory(file: string): History {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as History
  } catch (error) {
    return refuse(`--replay: ${file} is not a stored history: ${(error as Error).message}`)
  }
}

async function playOne(name: string, history: History, plant?: Plant): Promise<Outcome> {
  if (!values.traces) return play(history, plant)
  const { played, rejection } = await playRecorded(history, plant)
  if (rejection === null) return played
  failures.push(name)
  console.log(
    `${name}: the model does not allow event ${rejection.index} of ${rejection.job}: ${rejection.why}`,
  )
  return played
}

async function check(name: string, history: History): Promise<void> {
  const outcome = await playOne(name, history)
  writes += outcome.writes.length
  if (outcome.problems.length === 0) return
  await report(name, history, outcome.problems, async candidate => (await play(candidate)).problems)
}

async function report(
  name: string,
  history: History,
  problems: readonly Problem[],
  problemsOf: (candidate: History) => Promise<readonly Problem[]>,
): Promise<void> {
  failures.push(name)
  for (const { kind } of problems) count(kind)
  const wrong = new Set(problems.map(({ kind }) => kind))
  const small = await shrink(history, async candidate =>
    (await problemsOf(candidate)).some(({ kind }) => wrong.has(kind)),
  )
  const file = join(tmpdir(), `chaos-${history.seed}.json`)
  writeFileSync(file, JSON.stringify(small, null, 2))
  for (const { kind, what } of await problemsOf(small)) console.log(`\n${name}: ${kind}: ${what}`)
  console.log(`${describe(small)}\nnpm run chaos -- --replay ${file}`)
}

async function checkScreens(shown: readonly History[]): Promise<void> {
  if (shown.length === 0) return
  const screens = await screensInNode(['th', 'en'])
  for (const [i, history] of shown.entries()) {
    const lang = i % 2 === 0 ? 'th' : 'en'
    const problemsOf = async (candidate: History) =>
      (await screens.play(candidate, screens.withScreens({}, { lang }))).problems
    const problems = await problemsOf(history)
    if (problems.length > 0) await report(`--only ${history.seed} --screens 1`, history, problems, problemsOf)
  }
  await screens.close()
}

async function checkStartup(): Promise<number> {
  if (!isWhole || startups === 0) return 0
  const screens = await screensInNode(['th', 'en'])
  const { singleStartupFaults, startupHistory, playStartup } = screens.startup
  const random = Array.from({ length: startups }, (_, i) => startupHistory(first + i))
  const histories = [...singleStartupFaults, ...random]
  // Spec S8 requires logging LINE's errors to the console, so suppress them.
  console.error = () => {}
  for (const [i, history] of histories.entries()) {
    const problems = await playStartup(history, i % 2 === 0 ? 'th' : 'en')
    if (problems.length > 0) failures.push('startup')
    for (const what of problems) {
      count('untrue')
      console.log(`\nstartup: ${what}\n${JSON.stringify(history)}`)
    }
  }
  await screens.close()
  return histories.length
}

const isWhole = values.only === undefined && values.replay === undefined
const singles = isWhole ? await singleFaults() : []
for (const { name, history, plant } of singles)
  for (const { kind, what } of (await playOne(name, history, plant)).problems) {
    failures.push(name)
    count(kind)
    console.log(`${name}: ${kind}: ${what}`)
  }

const histories =
  values.replay === undefined
    ? Array.from({ length: seeds }, (_, i) => generate(first + i, steps))
    : [storedHistory(values.replay)]
const before = process.cpuUsage()
for (const history of histories) await check(`--only ${history.seed}`, history)
const { user, system } = process.cpuUsage(before)
const rate = histories.length / ((user + system) / 1e6)

const real = await realServer()
const both = histories.filter((_, i) => i % REAL_EVERY === 0)
for (const history of both) {
  const found = await difference(history, real.make)
  if (found === null) continue
  different += 1
  console.log(`--only ${history.seed}: the reference server differs. ${found}`)
}
await real.close()

const shown = screensEvery === 0 ? [] : histories.filter((_, i) => i % screensEvery === 0)
await checkScreens(shown)
const started = await checkStartup()

console.log(`
${singles.length} single faults; ${histories.length} histories, ${rate.toFixed(0)} per second of processor time; ${both.length} also on the real server, ${different} different; ${shown.length} also with screens; ${started} of startup

| histories | writes | ${Object.values(columns).join(' | ')} |
|${'---|'.repeat(kinds.length + 2)}
| ${histories.length} | ${writes} | ${kinds.map(kind => counts.get(kind) ?? 0).join(' | ')} |
`)
if (failures.length > 0 || different > 0) process.exit(1)
