import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.mjs'
import { binary, root } from './command.mjs'
import {
  failedBrowserTests,
  failedTests,
  placesIn,
  slowestBrowserFiles,
  slowestTestFiles,
} from './failures.mjs'

/**
 * Runs the programs behind `tools/suites.mjs`. Each function returns the numbers of passed and failed tests, a line per
 * failure (`named`), and sometimes the slowest files.
 */

const results = join(root, 'test-results')
export const npmPackage = name => join(root, 'node_modules', ...name.split('/'))

/** Runs a package's script with this Node, and passes whole lines of its output to `onLines`. */
async function node(script, args, onLines, env = {}) {
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
  return code === 0
}

async function shown(script, args, env) {
  let output = ''
  const onLines = lines => {
    output += lines
    process.stdout.write(lines)
  }
  return { ok: await node(script, args, onLines, env), output }
}

/** Runs a program that passes or fails as a whole. */
export async function check(script, args, env) {
  const { ok, output } = await shown(script, args, env)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, named: ok ? [] : placesIn(output) }
}

/** Runs a program whose last line is `N passed, N failed`. Lines that start with `FAILED` list failures. */
export async function counted(script, args, env) {
  const { ok, output } = await shown(script, args, env)
  const [, passed = '0', failed = '0'] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? []
  const numbers = { passed: Number(passed), failed: Number(failed) }
  if ((!ok && numbers.failed === 0) || numbers.passed + numbers.failed === 0) numbers.failed += 1
  return { ...numbers, named: output.split('\n').filter(line => line.trim().startsWith('FAILED')) }
}

/** Runs a program that writes a JSON report. A missing or empty report counts as one failure. */
async function reported(script, args, file, read, env) {
  const ok = await node(script, args, lines => process.stdout.write(lines), env)
  const path = join(results, file)
  const counted = existsSync(path)
    ? read(JSON.parse(readFileSync(path, 'utf8')))
    : { passed: 0, failed: 0, named: [] }
  if ((!ok && counted.failed === 0) || counted.passed + counted.failed === 0) counted.failed += 1
  return counted
}

function vitestReport(json) {
  const filesWithoutTests = json.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + filesWithoutTests.length,
    named: failedTests(json, root),
    slowest: slowestTestFiles(json, root),
  }
}

function playwrightReport(json) {
  const { expected, unexpected, flaky } = json.stats
  return {
    passed: expected,
    // Retries are off, so a flaky test means that the configuration was changed.
    failed: unexpected + flaky,
    named: failedBrowserTests(json),
    slowest: slowestBrowserFiles(json),
  }
}

const conformanceReport = ({ passed, failed, suites }) => ({
  passed,
  failed,
  named: suites.flatMap(({ name, results }) =>
    results
      .filter(({ verdict }) => verdict === 'failed' || verdict === 'stale')
      .map(({ id }) => `${name}: ${id}`),
  ),
})

export function vitest(projects, file, { env, filters = [], args = [] } = {}) {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${file}`]
  const named = projects.map(project => `--project=${project}`)
  return reported(
    npmPackage('vitest/vitest.mjs'),
    ['run', ...report, ...named, ...args, ...filters],
    file,
    vitestReport,
    env,
  )
}

export function playwright(file, args, env) {
  return reported(npmPackage('@playwright/test/cli.js'), ['test', ...args], file, playwrightReport, env)
}

export function conformance(file, args, env) {
  const json = ['--json', `test-results/${file}`]
  return reported(binary('tsx'), ['tools/conformance.ts', ...json, ...args], file, conformanceReport, env)
}
