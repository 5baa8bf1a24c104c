import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { storeless } from '#tools/circles.ts'

const numbers = Array.from({ length: 35 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Returns the check numbers in the titles of a test file, such as 11 in `check 11 (ASVS 8.2.2): …`. */
const numbersIn = (source: string): string[] =>
  [...source.matchAll(/'[^'\n]*\bcheck (\d\d) \([^)]+\)[^'\n]*'\s*,/g)].map(([, number = '']) => number)

const shown = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map(path => path.replaceAll('\\', '/'))
  .filter(path => /^(contract|e2e)\/.*\.(test|spec)\.ts$/.test(path))
  .flatMap(path => numbersIn(readFileSync(`tests/${path}`, 'utf8')).map(number => ({ number, path })))

test('the page names exactly the tests of each of the thirty-five security checks', () => {
  const rows = readFileSync('docs/security-checks.md', 'utf8').matchAll(/^\| (\d\d) \| .{10,} \| (.+) \|$/gm)
  const named = [...rows].map(([, number, tests = '']) => [number, tests])
  const found = numbers.map(number => {
    const paths = new Set(shown.filter(one => one.number === number).map(one => one.path))
    return [
      number,
      [...paths]
        .toSorted()
        .map(path => `\`${path}\``)
        .join(', '),
    ]
  })
  expect(named).toEqual(found)
  expect(found.filter(([, tests]) => tests === '')).toEqual([])
})

test('every check runs on both stores, except the supply chain check', () => {
  expect(storeless.filter(name => name.startsWith('security/'))).toEqual(['security/supply-chain'])
  const files = readdirSync('tests/contract/security').map(name => `tests/contract/security/${name}`)
  const skips = /\b(runIf|skip|skipIf|todo)\b/
  const skipping = files.filter(path => skips.test(readFileSync(path, 'utf8')))
  expect(skipping).toEqual(['tests/contract/security/supply-chain.test.ts'])
})
