import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rowsInOrder = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))

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
  // Numbers are never reused, so there may be gaps.
  expect(rowsInOrder(expected.map(([number]) => Number(number)))).toBe(true)
  expect(expected.length).toBeGreaterThanOrEqual(15)
})
