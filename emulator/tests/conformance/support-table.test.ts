import { expect, test } from 'vitest'
import type { ConformanceCase } from '#tests/conformance/cases.ts'
import { BEGIN, END, ruleLines, supportRows, withSection } from '#tests/conformance/support-table.ts'

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

test('a case in which an SDK lacks the function counts only for the other SDKs', () => {
  const newer: ConformanceCase = {
    ...of('d', 'return liff.permission.getGrantedAll ? liff.permission.getGrantedAll() : "absent"'),
    expect: { value: 'absent' },
    expect_by_version: { '2.31.0': { value: ['profile'] } },
  }
  const results = [{ id: 'd', verdict: 'passed' }] as const
  const runs = ['2.26.1', '2.31.0'].map(sdk => ({ name: sdk, sdk, results }))
  expect(supportRows([newer], runs)).toEqual([
    ['`permission.getGrantedAll`', 'not in this SDK', '✓ 1'],
    ['all cases', '✓ 1', '✓ 1'],
  ])
})

test('lists a rule only if its case passed in every run', () => {
  const ruled = [
    { ...of('a', ''), rule: { of: 'text', says: 'is not empty' } },
    { ...of('b', ''), rule: { of: 'image', says: 'is loaded over https' } },
    { ...of('c', ''), rule: { of: 'text', says: 'is short' } },
    of('d', ''),
  ]
  const run = (failed: string) => ({
    name: 'one',
    sdk: '2.26.1',
    results: ruled.map(({ id }) => ({
      id,
      verdict: id === failed ? ('failed' as const) : ('passed' as const),
    })),
  })
  expect(ruleLines(ruled, [run('d')])).toEqual([
    '- **text**: is not empty; is short',
    '- **image**: is loaded over https',
  ])
  expect(ruleLines(ruled, [run('d'), run('b')])).toEqual(['- **text**: is not empty; is short'])
})

test('replaces the section in a text, and refuses a text without one', () => {
  expect(withSection(`above\n${BEGIN}\nold\n${END}\nbelow`, 'new')).toBe('above\nnew\nbelow')
  expect(() => withSection('no place', 'new')).toThrow('no generated part')
})
