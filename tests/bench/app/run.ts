import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Audit } from '#tests/bench/lighthouse/audit.mjs'
import { needChromium } from '#tools/needs.ts'
import { readOptions } from '#tools/options.ts'
import { ensureBuilt } from '#tools/products.mjs'
import { countScene } from './counts.ts'
import { timeScene } from './first-visits.ts'
import { auditScene, installLighthouse, REQUEST_LATENCY_MS, type Throttling } from './lighthouse.ts'
import { timeLinks } from './links.ts'
import { buildLiteral } from './literal.ts'
import { median, medians } from './median.ts'
import { filesOf, type Report, tables } from './report.ts'
import { firstVisits, type Scene, scenes, timed } from './scenes.ts'
import { openSite } from './site.ts'
import { screens, type Tasks, tasksOf } from './tasks.ts'

/**
 * Measures what a visit costs, for the app and in the same run for the specification's startup implemented literally
 * (tests/bench/literal): requests and round trips counted on the servers, bytes, Lighthouse's times on slow 4G, and
 * long tasks on each screen. Prints tables and writes test-results/bench.json. `--counts`, `--times`, `--first`,
 * `--links`, `--tasks`: measure only these; `--once`: one visit instead of a median; `--list`: print every counted
 * request; other arguments: only visits whose name contains one of them.
 */
const root = join(import.meta.dirname, '../../..')
const part = { type: 'boolean', default: false } as const
const { values: asked, words } = readOptions(
  'npm run bench',
  { counts: part, times: part, first: part, links: part, tasks: part, once: part, list: part },
  '[part of a visit’s name …]',
)
const { once, list: listing } = asked
const RUNS = once ? 1 : 5
/** Task times vary less than visit times, so fewer runs are enough. */
const TASK_RUNS = once ? 1 : 3
/** Delay of responses while requests are counted: long enough to show which ones wait for others on a busy machine. */
const DELAY_MS = 200

const parts = ['counts', 'times', 'first', 'links', 'tasks'] as const
const everything = parts.every(name => !asked[name])
const wanted = (name: (typeof parts)[number]) => everything || asked[name]
const named = (name: string) => words.length === 0 || words.some(word => name.includes(word))

const say = (line: string) => process.stderr.write(`${line}\n`)

needChromium()
await ensureBuilt(['app', 'emulator'])
if (wanted('times')) installLighthouse()
const dist = { app: join(root, 'dist'), literal: await buildLiteral() }
let delay = 0
let preflight = 0
let shim = true
const options = { delayMs: () => delay, preflightMs: () => preflight, shim: () => shim }
const sites = { app: await openSite(dist.app, options), literal: await openSite(dist.literal, options) }

async function measureCounts(): Promise<Report['counts']> {
  const rows: Report['counts'][number][] = []
  delay = DELAY_MS
  // A visit that presses a button is only timed. The literal order's visits are already in `scenes`.
  const counted = [...scenes, ...firstVisits.filter(({ press, of }) => press === undefined && of === 'app')]
  for (const scene of counted.filter(({ name }) => named(name))) {
    const row = { visit: scene.name, ...(await countScene(sites[scene.of], scene)) }
    rows.push(row)
    say(JSON.stringify(row))
    if (listing) for (const line of arrivalsAt(scene)) say(line)
  }
  delay = 0
  return rows
}

/** Times the first visits in turn, compared with a known customer's home. Preflights cost as much as requests. */
async function timeFirstVisits(): Promise<Report['first']> {
  const found = firstVisits
    .filter((scene, index) => index === 0 || named(scene.name))
    .map(scene => ({ scene, runs: [] as { ms: number }[] }))
  preflight = REQUEST_LATENCY_MS
  for (let n = 0; n < RUNS; n += 1)
    for (const { scene, runs } of found) {
      runs.push({ ms: Math.round(await timeScene(sites[scene.of], scene)) })
      say(JSON.stringify({ visit: scene.name, ...runs.at(-1) }))
    }
  preflight = 0
  const home = median((found[0]?.runs ?? []).map(({ ms }) => ms))
  return found.map(({ scene, runs }) => {
    const { ms } = medians(runs)
    return { visit: scene.name, ms, ofHome: ms / home }
  })
}

function arrivalsAt({ of }: Scene): string[] {
  const { arrivals } = sites[of]
  const first = arrivals[0]?.at ?? 0
  return arrivals.map(
    ({ at, end, host, method, path }) => `  ${at - first}-${end - first} ${method} ${host}${path}`,
  )
}

/** Audits the visits in turn, so that other load on the machine affects all of them equally. */
async function measureTimes(throttling: Throttling): Promise<Report['times']> {
  const found = timed.filter(({ name }) => named(name)).map(scene => ({ scene, runs: [] as Audit[] }))
  shim = false
  preflight = throttling === 'devtools' ? REQUEST_LATENCY_MS : 0
  for (let n = 0; n < RUNS; n += 1)
    for (const { scene, runs } of found) {
      const audit = () => auditScene(sites[scene.of], scene, throttling)
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

/** Returns how many times faster the app shows home than the literal startup, with and without preflights. */
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
  // The literal startup is the baseline: React with a heading and a list, which every screen of the app also
  // has.
  const visits = [
    { screen: 'literal order', site: sites.literal, path: '/' },
    ...screens.map(path => ({ screen: path, site: sites.app, path })),
  ]
  for (const { screen, site, path } of visits.filter(visit => named(visit.screen))) {
    const runs: { cold: Tasks; warm: Tasks }[] = []
    for (let n = 0; n < TASK_RUNS; n += 1) runs.push(await tasksOf(site, path))
    rows.push({ screen, cold: medians(runs.map(run => run.cold)), warm: medians(runs.map(run => run.warm)) })
    say(JSON.stringify(rows.at(-1)))
  }
  shim = true
  return rows
}

try {
  const counts = wanted('counts') || wanted('times') ? await measureCounts() : []
  const times = wanted('times')
    ? [...(await measureTimes('devtools')), ...(await measureTimes('simulate'))]
    : []
  const first = wanted('first') ? await timeFirstVisits() : []
  const links = wanted('links') ? await timeLinks({ dist, runs: RUNS, wanted: named, say }) : []
  const tasks = wanted('tasks') ? await longTasks() : []
  const files = filesOf(join(dist.app, 'assets'))
  const report: Report = { counts, times, ratios: ratiosOf({ counts, times }), first, links, tasks, files }
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results/bench.json'), `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(tables(report))
} finally {
  await sites.app.close()
  await sites.literal.close()
  rmSync(dist.literal, { recursive: true, force: true })
}
