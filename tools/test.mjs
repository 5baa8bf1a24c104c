import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { failedTests, placesIn } from './failures.mjs'
import { binary, ensureBuilt, ensureInstalled, requireKnown, requireNode, root } from './prepare.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/**
 * `npm test`: every check there is, on a machine where nothing but Node and npm was installed.
 * `npm run check` (`--quick`) is what a change can be held against while it is made: format, types, unused code, unit
 * and contract tests; nothing is built, and nothing is chosen by what was changed, so that two runs hold the same.
 * `--quick --all` leaves out what needs a browser only. Each ends with `N passed, N failed`.
 */
const quick = process.argv.includes('--quick')
const whole = !quick || process.argv.includes('--all')
const results = join(root, 'test-results')

requireNode()
requireKnown(
  quick ? 'npm run check' : 'npm test',
  quick ? ['--quick', '--all'] : [],
  'For one file: npx vitest run FILE, npx playwright test FILE.',
)
ensureInstalled()
stopWithNpm()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0 }
const failures = []

const npmPackage = name => join(root, 'node_modules', ...name.split('/'))

/** Runs a script of a package with this Node; whole lines of its output go to `onLines`. */
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
  if (signal) onLines(`\nIt was ended from outside, by ${signal}.\n`)
  return { ok: code === 0, seconds: ((Date.now() - started) / 1000).toFixed(1) }
}

/** A step that passes or fails as one; its output comes in one piece, as other steps run beside it. */
async function check(name, script, args) {
  let output = ''
  const { ok, seconds } = await node(script, args, lines => {
    output += lines
  })
  process.stdout.write(`\n── ${name}\n${output}`)
  count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, ok ? [] : placesIn(output), seconds)
}

/** A step that counts its own tests into a JSON file; a run that dies without one counts as a failure. */
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
  if (flaky > 0)
    console.log(`${flaky} of the browser tests passed at their second try only: see "flaky" above.`)
  return { passed: expected + flaky, failed: unexpected }
}

/** One after another beside the tests, which have as many workers as there are cores: more at once would only wait. */
async function checkers() {
  await check('format and lint', npmPackage('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '.'])
  // On several threads the compiler checks much of what they share once for each: twice the work, on two cores no sooner.
  await check('types', npmPackage('typescript/bin/tsc'), ['-b', '--singleThreaded'])
  await check('unused code', npmPackage('knip/bin/knip.js'), [])
  if (whole) await check('size budgets', npmPackage('size-limit/bin.js'), [])
}

const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json']
const projects = whole ? [] : ['--project=unit', '--project=contract']

if (whole) ensureBuilt()
await Promise.all([
  checkers(),
  suite(
    'unit and contract tests',
    npmPackage('vitest/vitest.mjs'),
    ['run', ...reports, ...projects],
    'vitest.json',
    vitestCounts,
  ),
])

if (!quick) {
  const chromium = ensureChromium()
  if (chromium === null) {
    count('browser tests', { passed: 0, failed: 1 }, [], '0')
  } else {
    const env = { CHROMIUM_PATH: chromium }
    await suite(
      'conformance with the LIFF SDK',
      binary('tsx'),
      ['tools/conformance.ts', '--json', 'test-results/conformance.json'],
      'conformance.json',
      json => ({ passed: json.passed, failed: json.failed }),
      env,
    )
    await suite(
      'browser tests',
      npmPackage('@playwright/test/cli.js'),
      ['test'],
      'e2e.json',
      playwrightCounts,
      env,
    )
  }
}

if (!whole)
  console.log(
    '\nNot run: tests that start programs (server, command line, packed emulator) or make thousands of calls, PostgreSQL, size budgets: npm run check -- --all. What needs a browser: npm test.',
  )
if (whole && !process.env.TEST_DATABASE_URL)
  console.log('\nNot run: the contract suite on PostgreSQL (TEST_DATABASE_URL, postgres://…, is not set).')
const hasSwift = () =>
  spawnSync('/usr/bin/python3', ['-c', 'import swift.proxy, swift.obj.server']).status === 0
if (whole && !hasSwift())
  console.log(
    '\nNot run: photos in a bucket of a real S3-compatible server (Debian: apt-get install swift-proxy swift-account swift-container swift-object).',
  )
for (const { name, named } of failures) console.log(`\nFailed: ${[name, ...named].join('\n  ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
