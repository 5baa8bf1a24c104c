import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DAY_MS } from '#contract/time.ts'
import { breaks } from '#tests/breaks/all.ts'
import { copyProject } from '#tests/breaks/copy.ts'
import { outboxBreaks } from '#tests/breaks/outbox.ts'
import { type CitedTest, type Runner, runBrowserTests, runCases, runVitest } from '#tests/breaks/proofs.ts'
import type { Break } from '#tests/breaks/types.ts'
import { proofsOf, type Row, rowsOf } from '#tests/kit/spec-coverage.ts'
import { chromiumPath } from './chromium.mjs'
import { refuse } from './command.mjs'
import { readOptions } from './options.ts'

/**
 * `npx tsx tools/breaks.ts`: mutation tests for `docs/spec-coverage`. Breaks each row's implementation in a temporary
 * copy of the project, and expects one of the row's cited tests to fail. Does the same for the mutants of the outbox's
 * model (`tests/breaks/outbox.ts`). By default, tests a different seventh of the rows each day.
 *
 * `--part N`: one seventh of the rows, 1 to 7. `--row ID`: one row, such as S4.3 or dropsOn401; may be given several
 * times. `--outbox`: the mutants of the outbox's model. `--all`: all rows. `--verbose`: also prints the tests' output.
 */

const PARTS = 7

const { values, whole } = readOptions('npx tsx tools/breaks.ts', {
  part: { type: 'string' },
  row: { type: 'string', multiple: true },
  outbox: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
})

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = readdirSync(`${root}docs/spec-coverage`).map(name =>
  readFileSync(`${root}docs/spec-coverage/${name}`, 'utf8'),
)

type Proofs = {
  readonly id: string
  readonly breaks: readonly Break[]
  readonly vitest: readonly CitedTest[]
  readonly cases: readonly string[]
  readonly browser: readonly CitedTest[]
}

const citedTest = (name: string): CitedTest => {
  const [path = '', title = ''] = name.split(' › ')
  return { path, title }
}

function citedBy(row: Row): Proofs[] {
  const one = breaks[row.id]
  if (one === undefined) return []
  const { cases, tests } = proofsOf(row)
  const cited = tests.map(citedTest)
  const inBrowser = ({ path }: CitedTest) => path.startsWith('e2e/')
  return [
    {
      id: row.id,
      breaks: [one],
      cases,
      vitest: cited.filter(test => !inBrowser(test)),
      browser: cited.filter(inBrowser),
    },
  ]
}

const ofOutbox: readonly Proofs[] = Object.entries(outboxBreaks).map(([id, { breaks, proofs }]) => ({
  id,
  breaks: [breaks].flat(),
  vitest: [proofs].flat().map(citedTest),
  cases: [],
  browser: [],
}))
const rows = [...pages.flatMap(rowsOf).flatMap(citedBy), ...ofOutbox]

function chosenRows(): readonly Proofs[] {
  const { part, row, outbox, all } = values
  if ([part, row, outbox || undefined, all || undefined].filter(one => one !== undefined).length > 1) {
    return refuse('--part, --row, --outbox and --all exclude each other')
  }
  if (all) return rows
  if (outbox) return ofOutbox
  if (row !== undefined) {
    return row.map(
      id => rows.find(one => one.id === id) ?? refuse(`--row ${id}: no row with a break has this id`),
    )
  }
  const number = part === undefined ? (Math.floor(Date.now() / DAY_MS) % PARTS) + 1 : whole('part')
  if (number > PARTS) return refuse(`--part ${part}: must be a whole number from 1 to ${PARTS}`)
  console.log(`part ${number} of ${PARTS}`)
  return rows.filter((_, index) => index % PARTS === number - 1)
}

/** Runs the row's tests, quickest first, until one fails. */
async function firstRed(
  { vitest, cases, browser }: Proofs,
  runner: Runner,
): Promise<{ red: string | null; why: string }> {
  const runs = [
    ...(vitest.length > 0 ? [() => runVitest(runner, vitest)] : []),
    ...(cases.length > 0 && hasChromium ? [() => runCases(runner, cases)] : []),
    ...(browser.length > 0 && hasChromium ? [() => runBrowserTests(runner, browser)] : []),
  ]
  let ran = false
  for (const start of runs) {
    const shown = await start()
    if (shown.red !== null) return { red: shown.red, why: '' }
    ran ||= shown.ran
  }
  return { red: null, why: ran ? 'the cited tests stayed green' : 'no cited test ran' }
}

/** Returns the cited tests and cases that fail without a break. Skips slow browser tests. */
async function redWithoutBreak(chosen: readonly Proofs[], runner: Runner): Promise<ReadonlySet<string>> {
  const vitest = chosen.flatMap(one => one.vitest)
  const cases = hasChromium ? [...new Set(chosen.flatMap(one => one.cases))] : []
  return new Set([
    ...(vitest.length > 0 ? (await runVitest(runner, vitest, { all: true })).reds : []),
    ...(cases.length > 0 ? (await runCases(runner, cases)).reds : []),
  ])
}

const hasChromium = chromiumPath() !== null
const wanted = chosenRows()
const chosen = wanted.filter(({ vitest }) => hasChromium || vitest.length > 0)
const order = ({ vitest, cases }: Proofs) => (vitest.length > 0 ? 0 : cases.length > 0 ? 1 : 2)
const sorted = chosen.toSorted((a, b) => order(a) - order(b))
if (wanted.length > chosen.length) {
  console.log(`left out, because no Chromium was found: ${wanted.length - chosen.length} rows`)
}

const copy = copyProject(root)
let isRunning = false
process.on('exit', () => copy.remove())
// If a test is running, `startChild` ends it first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!isRunning) process.exit(1)
  })
}

let output = ''
const runner: Runner = {
  folder: copy.folder,
  output(text) {
    output += text
    if (values.verbose) process.stdout.write(text)
  },
}
isRunning = true
const already = await redWithoutBreak(sorted, runner)
for (const name of already) console.log(`fails without a break: ${name}\n${output.slice(-2000)}`)
const survivors: string[] = []
for (const proofs of sorted) {
  const { id, breaks: broken } = proofs
  output = ''
  const started = performance.now()
  const { red, why } = await copy.broken(broken, () => firstRed(proofs, runner))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const counts = red !== null && !already.has(red)
  if (!counts) survivors.push(id)
  console.log(
    counts
      ? `  ok      ${id}: ${red} (${seconds} s)`
      : `  FAILED  ${id}: ${why || `${red} fails without a break`}`,
  )
  if (counts) continue
  for (const { file, find } of broken) console.log(`          ${file}: ${find}`)
  if (why.startsWith('no')) console.log(output.slice(-3000))
}
isRunning = false
if (survivors.length > 0) console.log(`\nNo cited test failed: ${survivors.join(', ')}`)
console.log(`\n${sorted.length - survivors.length} passed, ${survivors.length} failed`)
if (survivors.length > 0) process.exitCode = 1
