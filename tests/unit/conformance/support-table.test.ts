// @vitest-environment node
import { expect, test } from 'vitest'
import type { ConformanceCase } from '#tests/conformance/cases.ts'
import { BEGIN, END, supportRows, withSection } from '#tests/conformance/support-table.ts'

const of = (id: string, call: string): ConformanceCase => ({
  ...{ id, spec_ref: '-', setup: { where: 'client' }, expect: {} },
  call,
})
const cases = [
  of('a', 'return liff.getProfile()'),
  of('b', 'await liff.scanCodeV2()'),
  of('c', '(init only)'),
]

test('counts the passed cases that call a function; a case that calls none counts for init', () => {
  const results = [
    { id: 'a', verdict: 'passed' },
    { id: 'b', verdict: 'unsupported' },
    { id: 'c', verdict: 'passed' },
  ] as const
  const runs = [
    { name: 'one', sdk: '2.26.1', results },
    { name: 'two', sdk: '2.31.0', results: results.slice(0, 1) },
  ]
  expect(supportRows(cases, runs)).toEqual([
    ['`init`', '✓ 1', 'not in this SDK'],
    ['`getProfile`', '✓ 1', '✓ 1'],
    ['`scanCodeV2`', '0 of 1', 'not in this SDK'],
    ['all cases', '2 of 3', '✓ 1'],
  ])
})

test('replaces the section in a text, and refuses a text without one', () => {
  expect(withSection(`above\n${BEGIN}\nold\n${END}\nbelow`, 'new')).toBe('above\nnew\nbelow')
  expect(() => withSection('no place', 'new')).toThrow('no generated part')
})
