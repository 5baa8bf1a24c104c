import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Audit } from '#tests/bench/lighthouse/audit.mjs'
import { readOptions } from '#tools/options.ts'
import { ensureBuilt } from '#tools/products.mjs'
import { countScene } from './counts.ts'
import { auditScene, installLighthouse, REQUEST_LATENCY_MS, type Throttling } from './lighthouse.ts'
import { buildLiteral } from './literal.ts'
import { openPlace } from './place.ts'
import { filesOf, type Report, tables } from './report.ts'
import { type Scene, scenes, timed } from './scenes.ts'
import { screens, type Tasks, tasksOf } from './tasks.ts'

/**
 * What a visit costs, for the app and, in the same run, for the specification's startup done word for word
 * (tests/bench/literal): requests and round trips counted at the servers, bytes, Lighthouse's times on slow 4G, and
 * the processor's long tasks on each screen. Prints tables, writes test-results/bench.json. `--counts`, `--times`,
 * `--tasks`: only these; `--once`: one visit instead of the median of several; `--list`: every request that was
 * counted; words: only visits whose name has one of them.
 */
const root = join(import.meta.dirname, '../../..')
const part = { type: 'boolean', default: false } as const
const { values: asked, words } = readOptions(
  'npm run bench',
  { counts: part, times: part, tasks: part, once: part, list: part },
  '[part of a visit’s name …]',
)
const { once, list: listing } = asked
const RUNS = once ? 1 : 5
/** A task's own time varies less than a visit's. */
const TASK_RUNS = once ? 1 : 3
/** In the visits that are counted: long enough to tell what waits for what, on a busy machine too. */
const DELAY_MS = 200

const everything = !asked.counts && !asked.times && !asked.tasks
const wanted = (part: 'counts' | 'times' | 'tasks') => everything || asked[part]
const named = (name: string) => words.length === 0 || words.some(word => name.includes(word))

const say = (line: string) => process.stderr.write(`${line}\n`)

await ensureBuilt(['app', 'emulator'])
if (wanted('times')) installLighthouse()
const literalDist = await buildLiteral()
let delay = 0
let preflight = 0
let shim = true
const options = { delayMs: () => delay, preflightMs: () => preflight, shim: () => shim }
const places = {
  app: await openPlace(join(root, 'dist'), options),
  literal: await openPlace(literalDist, options),
}

async function counted(): Promise<Report['counts']> {
  const rows: Report['counts'][number][] = []
  delay = DELAY_MS
  for (const scene of scenes.filter(({ name }) => named(name))) {
    const row = { visit: scene.name, ...(await countScene(places[scene.of], scene)) }
    rows.push(row)
    say(JSON.stringify(row))
    if (listing) for (const line of arrivalsAt(scene)) say(line)
  }
  delay = 0
  return rows
}

/** What came, and when: milliseconds since the first of them. */
function arrivalsAt({ of }: Scene): string[] {
  const { arrivals } = places[of]
  const first = arrivals[0]?.at ?? 0
  return arrivals.map(
    ({ at, end, host, method, path }) => `  ${at - first}-${end - first} ${method} ${host}${path}`,
  )
}

/** The visits take turns, so that what else the machine does meets all of them alike. */
async function audited(throttling: Throttling): Promise<Report['times']> {
  const found = timed.filter(({ name }) => named(name)).map(scene => ({ scene, runs: [] as Audit[] }))
  shim = false
  preflight = throttling === 'devtools' ? REQUEST_LATENCY_MS : 0
  for (let n = 0; n < RUNS; n += 1)
    for (const { scene, runs } of found) {
      const audit = () => auditScene(places[scene.of], scene, throttling)
      runs.push(
        await audit().catch(error => {
          say(`once more: ${error}`)
          return audit()
        }),
      )
      say(JSON.stringify({ visit: scene.name, throttling, ...runs.at(-1) }))
    }
  shim = true
  preflight = 0
  return found.map(({ scene, runs }) => ({ visit: scene.name, throttling, ...medians(runs) }))
}

function medians<T extends Readonly<Record<string, number>>>(runs: readonly T[]): T {
  const [first] = runs
  if (first === undefined) throw new Error('nothing was measured')
  const entries = Object.keys(first).map(key => [key, median(runs.map(run => run[key] ?? Number.NaN))])
  return Object.fromEntries(entries) as T
}

/** Of what was measured: Lighthouse leaves a figure out where the page never came to rest. */
function median(values: readonly number[]): number {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** How many times as fast home is there; with the preflights, and as if they cost nothing. */
function ratiosOf({ counts, times }: Pick<Report, 'counts' | 'times'>): Report['ratios'] {
  const applied = (visit: string) => times.find(one => one.visit === visit && one.throttling === 'devtools')
  const waited = (visit: string) =>
    REQUEST_LATENCY_MS * (counts.find(one => one.visit === visit)?.preflights ?? 0)
  return ['cold', 'warm'].flatMap(visit => {
    const literal = applied(`literal order, in LINE, ${visit}`)
    const app = applied(`in LINE, ${visit}`)
    if (literal === undefined || app === undefined) return []
    const free = literal.home - waited(literal.visit)
    return [
      { visit, preflights: 'as any request', times: literal.home / app.home },
      { visit, preflights: 'free', times: free / app.home },
    ] as const
  })
}

async function longTasks(): Promise<Report['tasks']> {
  const rows: Report['tasks'][number][] = []
  shim = false
  // What React with a heading and a list takes, and the browser itself, is in every screen of ours too.
  const visits = [
    { screen: 'literal order', place: places.literal, path: '/' },
    ...screens.map(path => ({ screen: path, place: places.app, path })),
  ]
  for (const { screen, place, path } of visits.filter(visit => named(visit.screen))) {
    const runs: { cold: Tasks; warm: Tasks }[] = []
    for (let n = 0; n < TASK_RUNS; n += 1) runs.push(await tasksOf(place, path))
    rows.push({ screen, cold: medians(runs.map(run => run.cold)), warm: medians(runs.map(run => run.warm)) })
    say(JSON.stringify(rows.at(-1)))
  }
  shim = true
  return rows
}

try {
  const counts = wanted('counts') || wanted('times') ? await counted() : []
  const times = wanted('times') ? [...(await audited('devtools')), ...(await audited('simulate'))] : []
  const tasks = wanted('tasks') ? await longTasks() : []
  const files = filesOf(join(root, 'dist/assets'))
  const report: Report = { counts, times, ratios: ratiosOf({ counts, times }), tasks, files }
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results/bench.json'), `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(tables(report))
} finally {
  await places.app.close()
  await places.literal.close()
  rmSync(literalDist, { recursive: true, force: true })
}
