import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  commentDensityOf,
  dialectIn,
  proseOfCode,
  proseOfMarkdown,
  prosePaths,
  rateOf,
  reportOn,
} from '#tools/prose.ts'

const LIMIT_PER_1000_WORDS = 1.5

const found = (text: string) => dialectIn({ line: 1, text }).map(({ words }) => words)

test('the project’s prose has at most 1.5 dialect phrases per 1,000 words', () => {
  const report = reportOn(prosePaths())
  expect(report.words).toBeGreaterThan(50_000)
  const places = report.matches.map(({ path, line, words }) => `${path}:${line}: ${words}`)
  expect(rateOf(report), places.join('\n')).toBeLessThanOrEqual(LIMIT_PER_1000_WORDS)
})

test('the product has at most 90 words of comment per 100 lines of code', () => {
  const files = prosePaths(['campaign', 'contract', 'desk', 'emulator/src', 'server', 'src', 'sw', 'tools'])
  const sum = { words: 0, lines: 0 }
  for (const path of files.filter(file => /\.(?:tsx?|mjs)$/.test(file) && !file.includes('/generated/'))) {
    const { words, lines } = commentDensityOf(readFileSync(path, 'utf8'))
    sum.words += words
    sum.lines += lines
  }
  expect(sum.lines).toBeGreaterThan(80_000)
  expect((sum.words / sum.lines) * 100).toBeLessThanOrEqual(90)
})

test('the words of comments and the lines of code are counted without strings and blank lines', () => {
  const source = [
    '/** One two. */',
    "const url = 'https://line.me' // three",
    '',
    '/*',
    ' * four',
    ' */',
    '}',
  ]
  expect(commentDensityOf(source.join('\n'))).toEqual({ words: 4, lines: 2 })
})

test.each([
  ['Asks anew after a while.', 'anew'],
  ['The file is no JSON.', 'is no JSON'],
  ['one line of 1 to 60 signs is needed', '1 to 60 signs'],
  ['There is nobody to ask here', 'nobody'],
  ['What waits is asked for again.', 'asked for again'],
  ['It will be sent by itself.', 'by itself'],
  ['Where it is kept, nothing is lost.', 'Where it is kept, nothing is lost.'],
  ['The other tab is told.', 'is told'],
])('finds the dialect in "%s"', (text, words) => expect(found(text)).toContain(words))

test.each([
  'Returns the receipt, or null if the server does not have it.',
  'Retries with backoff; immediately on reconnect or when the page becomes visible; never while hidden.',
  'The list is no longer than 50 entries.',
  'Which version of the SDK is this?',
])('accepts "%s"', text => expect(found(text)).toEqual([]))

test('reads comments and quoted sentences of code, and neither URLs nor single words', () => {
  const source = [
    '/** Returns the token. */',
    "const url = 'https://line.me' // the first line",
    '// and the second line',
    "const label = 'one'",
    "throw new Error('the host does not answer')",
  ].join('\n')
  expect(proseOfCode(source).map(({ line, text }) => [line, text.trim()])).toEqual([
    [1, 'Returns the token.'],
    [2, 'the first line and the second line'],
    [5, 'the host does not answer'],
  ])
})

test('reads the sentences of a document without its code and link targets', () => {
  const source = ['# Title', '```', 'code here', '```', 'See [the guide](anew.md) and `anew`.'].join('\n')
  expect(proseOfMarkdown(source).map(({ line }) => line)).toEqual([1, 5])
  expect(proseOfMarkdown(source).flatMap(dialectIn)).toEqual([])
})
