import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { preferredLanguage } from '#emulator/own-language.ts'
import { packageFile } from '#emulator/package-file.ts'
import { LANGUAGES, languageFor } from '#emulator/panel/texts/languages.ts'
import type { PanelTexts } from '#emulator/panel/texts/panel-texts.ts'
import { NAMED_SCENARIOS } from '#emulator/scenario/named.ts'

const THAI = /[\u0e00-\u0e7f]/
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/
const { en, ja, th } = LANGUAGES
/** Sample for the names and numbers in texts. */
const SAMPLE = '7'

/** Returns each text with the path of its key. A text with a placeholder gets a sample value. */
function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, value(SAMPLE)]]
  return Object.entries(value as object).flatMap(([key, each]) => flat(each, `${path}/${key}`))
}

/** Keys that a language may omit: a short name for a knob's row if the full name fits, and the scenarios in English. */
const isOptional = (path: string) => path.endsWith('/row') || path.startsWith('/scenarios/')

const texts = (language: PanelTexts) => new Map(flat(language))
const placesIn = (text: string) => [...(text.match(/\{\w+\}/g) ?? []), ...(text.match(/7/g) ?? [])].sort()

test('every language has the same texts, and none is empty', () => {
  const required = (language: PanelTexts) =>
    [...texts(language).keys()].filter(path => !isOptional(path)).sort()
  for (const language of [ja, th]) {
    expect(required(language)).toEqual(required(en))
    const empty = [...texts(language)].filter(
      ([path, text]) => text.trim() === '' && !path.endsWith('/words'),
    )
    expect(empty).toEqual([])
  }
})

test('a text has the same places in every language', () => {
  const english = texts(en)
  for (const language of [ja, th])
    for (const [path, text] of texts(language)) {
      if (path.startsWith('/scenarios/') || path.endsWith('/words')) continue
      expect([path, placesIn(text)]).toEqual([path, placesIn(english.get(path) ?? text)])
    }
})

test('no language has a text in the script of another', () => {
  const wrong = (language: PanelTexts, script: RegExp) =>
    flat(language).filter(([path, text]) => path !== '/name' && script.test(text))
  expect([...wrong(en, THAI), ...wrong(en, JAPANESE), ...wrong(ja, THAI), ...wrong(th, JAPANESE)]).toEqual([])
})

/** Texts that are the same in English and in another language: names, and literals that developers type. */
const NAMES =
  /^(LIFF|LINE|LIFF URL|Android|iOS|iPad|PC|Lie-fi|Worker|Service worker|Access token|Webhook|\/path\?query#hash)$/

test('Japanese and Thai texts are translated, except names and what developers type', () => {
  const english = texts(en)
  const same = (language: PanelTexts) =>
    flat(language).filter(([path, text]) => english.get(path) === text && !NAMES.test(text))
  expect([...same(ja), ...same(th)]).toEqual([])
})

test('every named scenario has a title and a description in Japanese and Thai', () => {
  const known = NAMED_SCENARIOS.map(({ name }) => name).sort()
  for (const { scenarios } of [ja, th]) {
    expect(Object.keys(scenarios).sort()).toEqual(known)
    for (const { title, description } of NAMED_SCENARIOS) expect(title && description).not.toBe('')
  }
})

test('the panel follows the browser’s first known language, otherwise it is English', () => {
  expect(preferredLanguage(['ja-JP', 'en-US'])).toBe('ja')
  expect(preferredLanguage(['fr-FR', 'TH', 'en'])).toBe('th')
  expect(preferredLanguage(['ko-KR', 'zh-TW'])).toBe('en')
  expect(preferredLanguage([])).toBe('en')
  expect(preferredLanguage(['constructor'])).toBe('en')
})

test('a choice of the user overrides the browser’s language, and an unknown one does not', () => {
  expect(languageFor('th', ['ja'])).toBe('th')
  expect(languageFor('browser', ['ja'])).toBe('ja')
  expect(languageFor('xx', ['ja'])).toBe('ja')
})

test('the panel’s elements contain no text of their own', () => {
  const folder = fileURLToPath(packageFile('src/panel/'))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.tsx'),
  )
  const written = files.flatMap(name => {
    const source = readFileSync(join(folder, name), 'utf8')
    const attributes = source.match(/\b(aria-label|title|placeholder|label|summary|alt)="[^"]+"/g) ?? []
    const contents = source.match(/(?<=[\w"'}]>\s*)[A-Z][A-Za-z]+ ?[^<>{}();=]*(?=<\/)/g) ?? []
    return [...attributes, ...contents].map(text => `${name}: ${text.trim()}`)
  })
  expect(files.length).toBeGreaterThan(30)
  expect(written.sort()).toEqual([
    'controls/controls.tsx: summary="liff.…"',
    'controls/fault-form.tsx: placeholder="∞"',
    'topbar.tsx: LIFF Emulator',
  ])
})
