import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hasLanguage, LANGUAGES } from '../emulator/tests/kit/languages.mjs'
import { budgetReport } from './budgets.mjs'
import { changedPaths, whatBreaks } from './changed.mjs'
import { ensureChromium } from './chromium.mjs'
import { requireNode, root } from './command.mjs'
import { databaseProblem } from './database.mjs'
import { ensureInstalled } from './install.mjs'
import { otherBrowsers } from './other-browsers.mjs'
import { childSeconds, machineSeconds, startSpeedometer } from './processor-time.mjs'
import { ensureBuilt } from './products.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { needsBuild, PARTS, suites } from './suites.mjs'
import { readTestOptions } from './test-options.mjs'

/**
 * Runs the tests on a machine that has only Node and npm. There are three circles; see `tools/suites.mjs` and
 * CONTRIBUTING.md.
 *
 * - `npm test`, before a push: format, types, unused code, unit and contract tests, the size budgets, the most
 *   important conformance cases and browser tests.
 * - `npm test -- --all`, for each merge: also everything else that a change of this repository can break.
 * - `npm test -- --nightly`: also the long tests. `--nightly=PART` runs one part.
 *
 * `npm run check` (`--quick`) runs the suites that need no build or browser. `--changed` runs the suites of `npm test`
 * that the changed paths can break. The run stops after the first failed step, unless `--keep-going` is given. It ends
 * with `N passed, N failed`.
 */
const { circle, part, changed, keepGoing } = readTestOptions(process.argv.slice(2), PARTS)

requireNode()
await ensureInstalled({ compile: true })
stopWithNpm()

const problem = circle === 'quick' || circle === 'push' ? null : await databaseProblem()
if (problem !== null) {
  console.error(problem)
  process.exit(2)
}

const testResults = join(root, 'test-results')
rmSync(testResults, { recursive: true, force: true })
mkdirSync(testResults, { recursive: true })

const started = Date.now()
const total = { passed: 0, failed: 0 }
const finished = []
const notRun = []

/** Null if `--changed` is not given. */
const affected = changed === null ? null : whatBreaks(changedPaths(changed, root))
if (affected !== null) console.log(affected.summary)

const wanted = suites.filter(
  suite => suite.circles.includes(circle) && (part === null || suite.part === part),
)
const affectedSuites = wanted.filter(suite => affected === null || affected.suites.includes(suite.name))
for (const suite of wanted) if (!affectedSuites.includes(suite)) notRun.push(`${suite.name} (--changed)`)

let others = null

/** Returns null if this machine does not have the browser. */
function browserEnvironment(browser) {
  if (browser === undefined) return {}
  if (browser === 'chromium') {
    const path = ensureChromium()
    if (path === null) process.exit(2)
    return { CHROMIUM_PATH: path }
  }
  others ??= otherBrowsers()
  if (browser === 'playwright-webkit') return others.playwright ? {} : null
  return others.projects.includes(browser) ? others.env : null
}

async function run(suite) {
  const missing = suite.missing?.() ?? null
  if (missing !== null) return notRun.push(missing)
  if (needsBuild(suite, circle)) await ensureBuilt()
  const browser = browserEnvironment(suite.browser)
  // `others.missing` explains which browser is missing and how to install it.
  if (browser === null) return
  console.log(`\n── ${suite.name}`)
  const before = { at: Date.now(), cpu: childSeconds(), machine: machineSeconds() }
  const speedometer = startSpeedometer()
  const result = await suite.run({
    circle,
    env: browser,
    vitestFilters: affected?.vitest ?? [],
    browserFilters: affected?.browser ?? [],
  })
  const speed = speedometer.stop()
  const after = childSeconds()
  const seconds = (Date.now() - before.at) / 1000
  const cpu = after === null || before.cpu === null ? null : after - before.cpu
  const others =
    cpu === null ? 0 : (machineSeconds() - before.machine - cpu) / (seconds * availableParallelism())
  total.passed += result.passed
  total.failed += result.failed
  finished.push({ suite, result, seconds, cpu, speed, others })
  console.log(
    `${suite.name}: ${result.passed} passed, ${result.failed} failed (${seconds.toFixed(1)} s${cpu === null ? '' : `, ${cpu.toFixed(1)} processor seconds`})`,
  )
}

// Read by the suites, and by test files that do more in a later circle (`tests/kit/circle.ts`).
process.env.TEST_CIRCLE = circle === 'quick' ? 'push' : circle

for (const [index, suite] of affectedSuites.entries()) {
  const isNewStep = suite.step !== affectedSuites[index - 1]?.step
  if (isNewStep && total.failed > 0 && !keepGoing) {
    const left = affectedSuites.slice(index).map(({ name }) => name)
    notRun.push(`${left.join(', ')}: an earlier step failed (--keep-going runs them)`)
    break
  }
  await run(suite)
}

for (const { suite, result } of finished) {
  if (!result.slowest || result.slowest.length === 0) continue
  console.log(`\nSlowest files of ${suite.name}:`)
  for (const { file, seconds } of result.slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

const budgets = JSON.parse(readFileSync(join(root, 'tests/budgets.json'), 'utf8'))
const report = affected === null ? budgetReport(budgets, circle, finished) : []
if (report.length > 0) console.log(`\n${report.join('\n')}`)

for (const text of [...notRun, ...(others?.missing ?? []), ...leftOut()]) console.log(`\nNot run: ${text}.`)
for (const { suite, result } of finished.filter(({ result }) => result.failed > 0))
  console.log(`\nFailed: ${[suite.name, ...(result.named ?? [])].join('\n  ')}`)
console.log(`\n${((Date.now() - started) / 60_000).toFixed(1)} minutes`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

function leftOut() {
  const texts = {
    quick: ['the build, the size budgets, conformance and browser tests (npm test)'],
    push: ['everything that the merge circle adds (npm test -- --all)'],
    merge: ['the long tests (npm test -- --nightly)'],
    nightly: [],
  }[circle]
  if (circle === 'quick' || circle === 'push') return texts
  const languages = LANGUAGES.filter(language => !hasLanguage(language)).map(
    ({ name, debian }) => `a back end in ${name} with the emulator (Debian: apt-get install ${debian})`,
  )
  const swift = spawnSync('/usr/bin/python3', ['-c', 'import swift.proxy, swift.obj.server']).status === 0
  const bucket =
    'photos in a bucket of a real S3-compatible server (Debian: apt-get install swift-proxy swift-account swift-container swift-object)'
  return [...texts, ...languages, ...(swift ? [] : [bucket])]
}
