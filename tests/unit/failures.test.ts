import { expect, test } from 'vitest'
import { failedBrowserTests, failedTests, placesIn } from '#tools/failures.mjs'

test('summarises a checker’s output by the lines that name a file', () => {
  const biome = `
tests/setup.ts:13:5 lint/suspicious/noDocumentCookie ━━━━━━━━━━━━
  ! Direct assigning to document.cookie is not recommended.
src/main.tsx format ━━━━━━━━━━━━
Checked 358 files in 3s.`
  expect(placesIn(biome)).toEqual([
    'tests/setup.ts:13:5 lint/suspicious/noDocumentCookie',
    'src/main.tsx format',
  ])
  const tsc = "\u001b[96mcontract/limits.ts\u001b[0m(3,14): error TS2322: Type 'string' is not assignable."
  expect(placesIn(`${tsc}\n  more of it\n${tsc}\n`)).toEqual([
    "contract/limits.ts(3,14): error TS2322: Type 'string' is not assignable.",
  ])
  expect(placesIn('Unused exports (1)\nzzz  contract/limits.ts:9:14\n')).toEqual([
    'zzz  contract/limits.ts:9:14',
  ])
})

test('summarises output that names no file by its last lines', () => {
  expect(placesIn('Unused files (1)\ntests/kit/old.ts\n')).toEqual(['Unused files (1)', 'tests/kit/old.ts'])
  expect(placesIn(Array.from({ length: 40 }, (_, i) => `line ${i}`).join('\n'))).toHaveLength(10)
})

const failed = (fullName: string, message: string) => ({
  status: 'failed',
  fullName,
  failureMessages: [message],
})
const passed = { status: 'passed', fullName: 'holds', failureMessages: [] }

test('summarises a failed file by the place, title and message of its first failed test', () => {
  const name = '/project/tests/unit/a.test.ts'
  const message = `AssertionError: expected 1 to be 2 // Object.is equality
    at Assertion.toBe (/project/node_modules/chai/index.js:7:3)
    at internal (node:internal/process:1:1)
    at check (/project/tests/kit/check.ts:7:3)
    at ${name}:12:27`
  const tests = [passed, failed(' one is two', message), failed('two is one', message)]
  const broken = '/project/tests/unit/b.test.ts'
  const elsewhere = 'SqliteError: no such column\n    at read (file:///project/server/store/read.ts:40:5)'
  const column = { name: '/project/tests/unit/d.test.ts', status: 'failed' }
  const report = {
    testResults: [
      { name, status: 'failed', assertionResults: tests },
      { ...column, assertionResults: [failed('reads', elsewhere)] },
      { name: broken, status: 'failed', message: "Cannot find module './x.ts'", assertionResults: [] },
      { name: '/project/tests/unit/c.test.ts', status: 'passed', assertionResults: [passed] },
    ],
  }
  expect(failedTests(report, '/project')).toEqual([
    'tests/unit/a.test.ts:12 one is two: AssertionError: expected 1 to be 2 // Object.is equality (and 1 more in this file)',
    'tests/unit/d.test.ts (server/store/read.ts:40) reads: SqliteError: no such column',
    "tests/unit/b.test.ts: Cannot find module './x.ts'",
  ])
})

test('lists ten failures and the number of the others', () => {
  const testResults = Array.from({ length: 12 }, (_, i) => ({
    name: `/p/${i}.test.ts`,
    status: 'failed',
    assertionResults: [failed('holds', 'Error: no')],
  }))
  const lines = failedTests({ testResults }, '/p')
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toBe('… and 2 more, above')
})

test('summarises a failed browser test by its place, title and last message', () => {
  const spec = (ok: boolean, title: string, messages: readonly string[]) => ({
    ok,
    title,
    file: 'end.spec.ts',
    line: 7,
    tests: [{ results: messages.map(message => ({ error: { message } })) }],
  })
  const inner = {
    specs: [spec(false, 'inner', ['\u001b[31mfirst try\u001b[39m', '\u001b[31mlast try\u001b[39m\nat x'])],
  }
  const suites = [{ specs: [spec(true, 'passes', [])], suites: [inner] }]
  expect(failedBrowserTests({ suites, errors: [{ message: 'no server' }] })).toEqual([
    'end.spec.ts:7 inner: last try',
    'no server',
  ])
})
