import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { binary, requireKnown, requireNode, root } from './command.mjs'
import { failedBrowserTests, failedTests, placesIn } from './failures.mjs'
import { ensureInstalled } from './install.mjs'
import { hasLanguage, LANGUAGES } from './languages.mjs'
import { otherBrowsers } from './other-browsers.mjs'
import { ensureBuilt } from './products.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/**
 * Runs the tests, in one of three sizes, on a machine that has only Node and npm. Each run ends with
 * `N passed, N failed`.
 *
 * - `npm run check` (`--quick`): format, types, unused code, unit and contract tests. Builds nothing and starts no
 *   program. Always runs the same tests, no matter which files changed.
 * - `npm test`: also builds, checks the size budgets, runs the tests that start programs, the conformance cases on the
 *   pinned SDK, and the browser tests tagged @core.
 * - `npm test -- --all`: also every other browser test, conformance case and SDK version, WebKit (with the conformance
 *   cases on the pinned SDK), Firefox, and PostgreSQL.
 */
const quick = process.argv.includes('--quick')
const all = process.argv.includes('--all')
const results = join(root, 'test-results')

requireNode()
requireKnown(
  quick ? 'npm run check' : 'npm test',
  quick ? ['--quick'] : ['--all'],
  'To run one file: npx vitest run FILE, npx playwright test FILE.',
)
await ensureInstalled()
stopWithNpm()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const started = Date.now()
const total = { passed: 0, failed: 0 }
const failures = []

const npmPackage = name => join(root, 'node_modules', ...name.split('/'))

/** Runs a script of a package with this Node, and passes its output to `onLines` in whole lines. */
async function node(script, args, onLines, env = {}) {
  const started = Date.now()
  const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
  const child = startChild(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...colours, ...process.env, ...env },
  })
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', text => {
      const end = text.lastIndexOf('\n') + 1
      if (end > 0) onLines(rest + text.slice(0, end))
      rest = end > 0 ? text.slice(end) : rest + text
    })
    stream.on('end', () => {
      if (rest !== '') onLines(`${rest}\n`)
    })
  }
  const [code, signal] = await new Promise(resolve => {
    child.on('close', (...ended) => resolve(ended))
  })
  if (signal) onLines(`\nEnded by ${signal} from outside.\n`)
  return { ok: code === 0, seconds: ((Date.now() - started) / 1000).toFixed(1) }
}

/** Runs a step that passes or fails as a whole. Prints its output at the end, because other steps run at the same time. */
async function check(name, script, args) {
  let output = ''
  const { ok, seconds } = await node(script, args, lines => {
    output += lines
  })
  process.stdout.write(`\n── ${name}\n${output}`)
  count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, ok ? [] : placesIn(output), seconds)
}

/**
 * Runs a step that counts its own tests in a JSON file. A run that does not write this file counts as one
 * failure.
 */
async function suite(name, script, args, file, read, env) {
  console.log(`\n── ${name}`)
  const { ok, seconds } = await node(script, args, lines => process.stdout.write(lines), env)
  const path = join(results, file)
  const { named = [], ...counted } = existsSync(path)
    ? read(JSON.parse(readFileSync(path, 'utf8')))
    : { passed: 0, failed: 0 }
  if ((!ok && counted.failed === 0) || counted.passed + counted.failed === 0) counted.failed += 1
  count(name, counted, named, seconds)
}

function count(name, counted, named, seconds) {
  total.passed += counted.passed
  total.failed += counted.failed
  if (counted.failed > 0) failures.push({ name, named })
  console.log(`${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`)
}

const vitestCounts = json => ({
  passed: json.numPassedTests,
  failed:
    json.numFailedTests +
    json.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length,
  named: failedTests(json, root),
})

function playwrightCounts(json) {
  const { expected, unexpected, flaky } = json.stats
  if (flaky > 0) console.log(`${flaky} browser tests passed only at the second try: see "flaky" above.`)
  return { passed: expected + flaky, failed: unexpected, named: failedBrowserTests(json) }
}

/** Runs the checkers one after the other: the tests, which run at the same time, already use every core. */
async function checkers() {
  await check('format and lint', npmPackage('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '.'])
  // With several threads, the compiler checks the types that files share once per thread: twice the work, no faster on two cores.
  await check('types', npmPackage('typescript/bin/tsc'), ['-b', '--singleThreaded'])
  await check('unused code', npmPackage('knip/bin/knip.js'), [])
  if (!quick) await check('size budgets', npmPackage('size-limit/bin.js'), [])
}

const vitestProjects = ['unit', 'stories', 'contract', ...(quick ? [] : ['long', 'long-stories'])]
if (all && process.env.TEST_DATABASE_URL) vitestProjects.push('contract-postgres')

async function vitest() {
  const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json']
  const projects = vitestProjects.map(name => `--project=${name}`)
  const args = ['run', ...reports, ...projects]
  await suite('unit and contract tests', npmPackage('vitest/vitest.mjs'), args, 'vitest.json', vitestCounts)
}

/** Runs the conformance cases in Chromium, with `--all` on every SDK version. */
async function conformance(env) {
  const versions = all ? [] : pinnedSdk()
  await suite(
    'conformance with the LIFF SDK',
    binary('tsx'),
    ['tools/conformance.ts', '--json', 'test-results/conformance.json', ...versions],
    'conformance.json',
    json => ({ passed: json.passed, failed: json.failed }),
    env,
  )
}

/** Runs all conformance cases on the pinned SDK in WebKit. */
async function conformanceInWebKit(env) {
  await suite(
    'conformance with the LIFF SDK in WebKit',
    binary('tsx'),
    [
      'tools/conformance.ts',
      '--browser',
      'webkit',
      '--json',
      'test-results/conformance-webkit.json',
      ...pinnedSdk(),
    ],
    'conformance-webkit.json',
    json => ({ passed: json.passed, failed: json.failed }),
    env,
  )
}

async function browserTests() {
  const chromium = ensureChromium()
  if (chromium === null) return count('browser tests', { passed: 0, failed: 1 }, [], '0')
  const env = { CHROMIUM_PATH: chromium }
  await conformance(env)
  const tags = all ? [] : ['--grep', '@core']
  const args = ['test', ...tags]
  await suite('browser tests', npmPackage('@playwright/test/cli.js'), args, 'e2e.json', playwrightCounts, env)
}

/** Runs browser tests in Playwright's WebKit, for systems without WebKitGTK. */
async function playwrightWebKit() {
  const args = ['test', '--config', 'playwright.webkit.config.ts']
  const cli = npmPackage('@playwright/test/cli.js')
  await suite(
    'browser tests in Playwright’s WebKit',
    cli,
    args,
    'e2e-playwright-webkit.json',
    playwrightCounts,
  )
}

/**
 * Runs the core faults without a worker in WebKitGTK, and ends WebKit's processes while the app works. The other faults
 * would add five minutes; `printSkipped` says how to run them.
 */
async function faultsInWebKit(env) {
  const args = ['test', '--config', 'playwright.webkitgtk.config.ts', '--grep', '@core', '--workers', '1']
  const cli = npmPackage('@playwright/test/cli.js')
  await suite('faults in WebKitGTK', cli, args, 'e2e-webkitgtk.json', playwrightCounts, env)
}

/** Returns the option that selects the SDK version of the app. */
function pinnedSdk() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['--sdk', dependencies['@line/liff']]
}

/** Runs the tests in other browsers than Chromium. Returns the browsers that this system does not have. */
async function otherBrowserTests() {
  const { projects, env, missing, playwright } = otherBrowsers()
  if (playwright) await playwrightWebKit()
  if (projects.length === 0) return missing
  // Not at the same time as in Chromium: both use all cores, so it would take as long, and a case has failed.
  if (env.TEST_WEBKIT) await conformanceInWebKit(env)
  const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/other.json']
  const args = ['run', '--maxWorkers=1', ...projects.map(name => `--project=${name}`), ...reports]
  await Promise.all([
    suite(projects.join(' and '), npmPackage('vitest/vitest.mjs'), args, 'other.json', vitestCounts, env),
    ...(env.TEST_WEBKIT ? [faultsInWebKit(env)] : []),
  ])
  if (env.TEST_WEBKIT)
    missing.push(
      `the other faults in WebKitGTK (TEST_WEBKIT=${env.TEST_WEBKIT} npx playwright test --config playwright.webkitgtk.config.ts)`,
    )
  return missing
}

/** Prints which tests this run left out, and how to run them. */
function printSkipped(missing) {
  if (quick)
    console.log(
      '\nNot run: the build, the size budgets, tests that start programs or make thousands of calls, conformance and browser tests (npm test).',
    )
  else if (!all)
    console.log(
      '\nNot run: the other browser tests and SDK versions, WebKit, Firefox, and PostgreSQL (npm test -- --all).',
    )
  for (const browser of missing) console.log(`\nNot run: ${browser}.`)
  if (all && !process.env.TEST_DATABASE_URL)
    console.log('\nNot run: the contract tests on PostgreSQL (set TEST_DATABASE_URL=postgres://…).')
  if (!quick)
    for (const { name, debian } of LANGUAGES.filter(language => !hasLanguage(language)))
      console.log(`\nNot run: a back end in ${name} with the emulator (Debian: apt-get install ${debian}).`)
  const hasSwift = () =>
    spawnSync('/usr/bin/python3', ['-c', 'import swift.proxy, swift.obj.server']).status === 0
  if (all && !hasSwift())
    console.log(
      '\nNot run: photos in a bucket of a real S3-compatible server (Debian: apt-get install swift-proxy swift-account swift-container swift-object).',
    )
}

if (!quick) await ensureBuilt()
await Promise.all([checkers(), vitest()])
if (!quick) await browserTests()
const missing = all ? await otherBrowserTests() : []

printSkipped(missing)
for (const { name, named } of failures) console.log(`\nFailed: ${[name, ...named].join('\n  ')}`)
const minutes = ((Date.now() - started) / 60_000).toFixed(1)
console.log(`\n${minutes} minutes`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
