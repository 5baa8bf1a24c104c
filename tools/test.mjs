import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { binary, ensureBuilt, ensureInstalled, requireKnown, requireNode, root } from './prepare.mjs'

/**
 * `npm test`: every check there is, on a machine where nothing but Node and npm was installed.
 * `npm run check` (`--quick`) leaves out what needs a browser. Ends with `N passed, N failed`.
 */
const quick = process.argv.includes('--quick')
const results = join(root, 'test-results')

requireNode()
requireKnown(
  quick ? 'npm run check' : 'npm test',
  ['--quick'],
  'For one file: npx vitest run FILE, npx playwright test FILE.',
)
ensureInstalled()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const total = { passed: 0, failed: 0 }
const failures = []

const npmPackage = name => join(root, 'node_modules', ...name.split('/'))

/** Runs a script of a package with this Node; its output goes straight through. */
function node(script, args, env = {}) {
  const started = Date.now()
  const result = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  if (result.signal) console.log(`\nIt was ended from outside, by ${result.signal}.`)
  return { ok: result.status === 0, seconds: ((Date.now() - started) / 1000).toFixed(1) }
}

/** A step that passes or fails as one. */
function check(name, script, args) {
  console.log(`\n── ${name}`)
  const { ok, seconds } = node(script, args)
  count(name, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, ok, seconds)
}

/** A step that counts its own tests into a JSON file; a run that dies without one counts as a failure. */
function suite(name, script, args, file, read, env) {
  console.log(`\n── ${name}`)
  const { ok, seconds } = node(script, args, env)
  const path = join(results, file)
  const counted = existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : { passed: 0, failed: 0 }
  if ((!ok && counted.failed === 0) || counted.passed + counted.failed === 0) counted.failed += 1
  count(name, counted, ok, seconds)
}

function count(name, counted, ok, seconds) {
  total.passed += counted.passed
  total.failed += counted.failed
  if (!ok || counted.failed > 0) failures.push(name)
  console.log(`${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`)
}

const vitestCounts = json => ({
  passed: json.numPassedTests,
  failed:
    json.numFailedTests +
    json.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length,
})
function playwrightCounts(json) {
  const { expected, unexpected, flaky } = json.stats
  if (flaky > 0)
    console.log(`${flaky} of the browser tests passed at their second try only: see "flaky" above.`)
  return { passed: expected + flaky, failed: unexpected }
}

ensureBuilt()
check('format and lint', npmPackage('@biomejs/biome/bin/biome'), ['ci', '--error-on-warnings', '.'])
check('types', npmPackage('typescript/bin/tsc'), ['-b'])
check('unused code', npmPackage('knip/bin/knip.js'), [])
check('size budgets', npmPackage('size-limit/bin.js'), [])
suite(
  'unit and contract tests',
  npmPackage('vitest/vitest.mjs'),
  ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'],
  'vitest.json',
  vitestCounts,
)

if (!quick) {
  const chromium = ensureChromium()
  if (chromium === null) {
    count('browser tests', { passed: 0, failed: 1 }, false, '0')
  } else {
    const env = { CHROMIUM_PATH: chromium }
    suite(
      'conformance with the LIFF SDK',
      binary('tsx'),
      ['tools/conformance.ts', '--json', 'test-results/conformance.json'],
      'conformance.json',
      json => ({ passed: json.passed, failed: json.failed }),
      env,
    )
    suite('browser tests', npmPackage('@playwright/test/cli.js'), ['test'], 'e2e.json', playwrightCounts, env)
  }
}

if (!process.env.TEST_DATABASE_URL)
  console.log('\nNot run: the contract suite on PostgreSQL (TEST_DATABASE_URL, postgres://…, is not set).')
const swift = spawnSync('/usr/bin/python3', ['-c', 'import swift.proxy, swift.obj.server'])
if (swift.status !== 0)
  console.log(
    '\nNot run: photos in a bucket of a real S3-compatible server (Debian: apt-get install swift-proxy swift-account swift-container swift-object).',
  )
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
