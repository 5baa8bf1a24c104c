import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { chromiumArgs, chromiumPath } from '#tools/chromium.mjs'
import { ensureBuilt } from '#tools/prepare.mjs'
import { openPlace, type Place } from './place.ts'
import { addressOf, slow, type Visit, visit } from './visit.ts'

/**
 * What a visit costs: requests and round trips counted at the servers, sizes, and times on a slow phone and network,
 * for the app and, in the same run, for the specification's startup done word for word (tests/bench/literal).
 * Prints tables, writes test-results/bench.json. `--counts`: no times; `--list`: every request that was
 * counted; words: only visits whose name has one of them.
 */
const root = join(import.meta.dirname, '../../..')
const withTimes = !process.argv.includes('--counts')
const listing = process.argv.includes('--list')
const only = process.argv.slice(2).filter(word => !word.startsWith('--'))
const RUNS = 5
/** In the runs that count: long enough to tell what waits for what. */
const DELAY_MS = 60
const HOME = 'main a[href="/receipt"]'

const print = (line: string) => process.stdout.write(`${line}\n`)

async function buildLiteral(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'literal-'))
  await build({
    root: join(root, 'tests/bench/literal'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome90', 'safari15'],
      modulePreload: { polyfill: false },
    },
  })
  return outDir
}

type Scene = {
  readonly name: string
  readonly of: 'app' | 'literal'
  readonly kind: 'line' | 'browser'
  /** What the phone has done before. */
  readonly before: 'nothing' | 'a visit'
  readonly path?: string
  readonly selector?: string
  readonly offline?: boolean
}

const scenes: readonly Scene[] = [
  { name: 'literal order, in LINE, cold', of: 'literal', kind: 'line', before: 'nothing' },
  { name: 'literal order, in LINE, warm', of: 'literal', kind: 'line', before: 'a visit' },
  { name: 'in LINE, cold', of: 'app', kind: 'line', before: 'nothing' },
  { name: 'in LINE, warm', of: 'app', kind: 'line', before: 'a visit' },
  {
    name: 'in LINE, deep link, cold',
    of: 'app',
    kind: 'line',
    before: 'nothing',
    path: '/receiptHistory',
    selector: 'main h1[tabindex]',
  },
  { name: 'other browser, with LINE Login, cold', of: 'app', kind: 'browser', before: 'nothing' },
  { name: 'other browser, worker, warm', of: 'app', kind: 'browser', before: 'a visit' },
  { name: 'other browser, worker, offline', of: 'app', kind: 'browser', before: 'a visit', offline: true },
]

/** LINE opens the app's own address at once; a path goes by way of the SDK, another browser by way of LINE Login. */
const inOneGo = (scene: Scene) => scene.kind === 'line' && scene.path === undefined

/** With a worker: until it serves the page. */
async function firstVisit(page: Page, place: Place, scene: Scene): Promise<void> {
  await visit(page, place, addressOf(place, scene.kind), HOME)
  if (scene.kind === 'browser') {
    await page.evaluate('navigator.serviceWorker.ready')
    await page.reload()
    await page.waitForSelector(HOME)
  }
  await page.waitForLoadState('networkidle')
}

async function run(
  browser: Browser,
  place: Place,
  scene: Scene,
  prepare: typeof slow | null,
): Promise<Visit> {
  place.phone(scene.kind)
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    locale: 'th-TH',
  })
  try {
    const page = await context.newPage()
    if (scene.before === 'a visit') await firstVisit(page, place, scene)
    await prepare?.(context, page)
    if (scene.offline) await context.setOffline(true)
    const address = addressOf(place, scene.kind, scene.path)
    const from = scene.before === 'nothing' && scene.of === 'app' && !inOneGo(scene) ? 'the start' : 'the app'
    return await visit(page, place, address, scene.selector ?? HOME, from)
  } finally {
    await context.close()
  }
}

/** What came, and when: milliseconds since the first of them. */
function arrivalsOf({ arrivals }: Place): string[] {
  const first = arrivals[0]?.at ?? 0
  return arrivals.map(
    ({ at, end, host, method, path }) => `  ${at - first}-${end - first} ${method} ${host}${path}`,
  )
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const fields = ['firstPaint', 'largestPaint', 'interactive', 'longestTask', 'longTasks', 'emulator'] as const

ensureBuilt(['app', 'emulator'])
const literalDist = await buildLiteral()
let delay = DELAY_MS
const places = {
  app: await openPlace(join(root, 'dist'), () => delay),
  literal: await openPlace(literalDist, () => delay),
}
const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: [...chromiumArgs] })
const results: { name: string; counts: Visit['counts']; times: Record<string, number> | null }[] = []
try {
  for (const scene of scenes) {
    if (only.length > 0 && !only.some(word => scene.name.includes(word))) continue
    delay = DELAY_MS
    const { counts } = await run(browser, places[scene.of], scene, null)
    if (listing) for (const line of arrivalsOf(places[scene.of])) print(line)
    delay = 0
    const slowRuns: Visit[] = []
    // A browser that is offline has no network to slow down.
    for (let n = 0; withTimes && !scene.offline && n < RUNS; n += 1)
      slowRuns.push(
        await run(browser, places[scene.of], scene, slow).catch(error => {
          print(`once more: ${error instanceof Error ? error.message : error}`)
          return run(browser, places[scene.of], scene, slow)
        }),
      )
    const times =
      slowRuns.length === 0
        ? null
        : Object.fromEntries(
            fields.map(field => [field, Math.round(median(slowRuns.map(r => r.times[field])))]),
          )
    results.push({ name: scene.name, counts, times })
    print(`${scene.name}: ${JSON.stringify(counts)} ${times === null ? '' : JSON.stringify(times)}`)
  }
} finally {
  await browser.close()
  await places.app.close()
  await places.literal.close()
  rmSync(literalDist, { recursive: true, force: true })
}

const chunks = readdirSync(join(root, 'dist/assets'))
  .filter(name => /\.(js|css)$/.test(name))
  .map(name => ({
    name: name.replace(/-[\w-]{8}(?=\.)/, ''),
    brotli: brotliCompressSync(readFileSync(join(root, 'dist/assets', name))).length,
  }))
  .toSorted((a, b) => b.brotli - a.brotli)

const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
print('')
print(row('visit', 'round trips', 'requests', 'origins', 'preflights', 'KB'))
print(row('---', '---:', '---:', '---:', '---:', '---:'))
for (const { name, counts } of results)
  print(
    row(
      name,
      counts.roundTrips,
      counts.requests,
      counts.origins,
      counts.preflights,
      (counts.bytes / 1000).toFixed(1),
    ),
  )
if (withTimes) {
  print('')
  print(row('visit, median of five', ...fields))
  print(row('---', ...fields.map(() => '---:')))
  for (const { name, times } of results)
    if (times) print(row(name, ...fields.map(field => times[field] ?? '')))
  const interactive = (name: string) => results.find(one => one.name === name)?.times?.interactive ?? 0
  const waited = (name: string) => results.find(one => one.name === name)?.times?.emulator ?? 0
  for (const visitKind of ['cold', 'warm']) {
    const [literal, app] = [`literal order, in LINE, ${visitKind}`, `in LINE, ${visitKind}`]
    const ratio = interactive(literal) / interactive(app)
    const alone = (interactive(literal) - waited(literal)) / (interactive(app) - waited(app))
    print(
      `${visitKind}: ${ratio.toFixed(1)} times as fast as the literal order; ` +
        `without the wait for the emulator's script, ${alone.toFixed(1)} times`,
    )
  }
}
print('')
print(row('file', 'bytes, brotli'))
print(row('---', '---:'))
for (const { name, brotli } of chunks) print(row(name, brotli))
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(
  join(root, 'test-results/bench.json'),
  `${JSON.stringify({ visits: results, chunks }, null, 2)}\n`,
)
