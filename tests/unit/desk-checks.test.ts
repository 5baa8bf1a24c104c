// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the page names exactly the tests of each security check of the desk', () => {
  const found = new Map<string, Set<string>>()
  for (const file of readdirSync('tests/contract/desk').toSorted()) {
    const source = readFileSync(`tests/contract/desk/${file}`, 'utf8')
    for (const [, number = ''] of source.matchAll(/^test\S*\(\s*'desk check (\d\d): /gm))
      found.set(number, (found.get(number) ?? new Set()).add(`\`contract/desk/${file}\``))
  }
  const expected = [...found]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([number, files]) => [number, [...files].join(', ')])
  const rows = readFileSync('docs/security-checks.md', 'utf8').matchAll(/^\| D(\d\d) \| .{10,} \| (.+) \|$/gm)
  expect([...rows].map(([, number, tests = '']) => [number, tests])).toEqual(expected)
  expect(expected.map(([number]) => Number(number))).toEqual(expected.map((_, index) => index + 1))
  expect(expected.length).toBeGreaterThanOrEqual(15)
})
