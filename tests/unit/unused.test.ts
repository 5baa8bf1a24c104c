import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from '#src/i18n/en.ts'
import { strayClasses, unreadProperties, unsaidTexts } from '#tests/kit/unused.ts'

/** Reads the sources in these folders and files, except those whose path matches `without`. */
function read(places: readonly string[], without = /^$/): Map<string, string> {
  const paths = places.flatMap(place =>
    /\.\w+$/.test(place)
      ? [place]
      : readdirSync(place, { recursive: true, encoding: 'utf8' }).map(path => `${place}/${path}`),
  )
  const sources = paths.filter(path => /\.(tsx?|css|html)$/.test(path) && !without.test(path))
  return new Map(sources.map(path => [path, readFileSync(path, 'utf8')]))
}

const app = read(['src', 'campaign', 'index.html', 'build'])
const panel = read(['emulator/src'])

test.each([
  ['the app', app],
  ['the emulator', panel],
])('has no unused or missing CSS classes in %s', (_, files) => expect(strayClasses(files)).toEqual([]))

test.each([
  ['the app', app],
  ['the emulator', panel],
])('has no unused custom properties in %s', (_, files) => expect(unreadProperties(files)).toEqual([]))

test('uses every text', () => {
  const users = read(['src', 'server', 'build'], /^src\/i18n\//)
  expect(unsaidTexts(Object.keys(en), users)).toEqual([])
})

test('finds an unused class, property and text, and a missing class', () => {
  const files = new Map([
    [
      'src/ui/a.module.css',
      '.used { --read: 1px; --unread: 2px }\n/* .said */ .left:hover { top: var(--read) }',
    ],
    [
      'src/ui/a.tsx',
      [
        "import css from './a.module.css'\nconst a = [css.used, css.missing, t('a.said'), t(`b.$",
        '{c}`)]',
      ].join(''),
    ],
  ])
  expect(strayClasses(files)).toEqual([
    'src/ui/a.module.css: nothing uses .left',
    'src/ui/a.module.css has no .missing',
  ])
  expect(unreadProperties(files)).toEqual(['--unread'])
  expect(unsaidTexts(['a.said', 'a.unsaid', 'b.one'], files)).toEqual(['a.unsaid'])
})
