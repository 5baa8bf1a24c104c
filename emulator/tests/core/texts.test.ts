import { expect, test } from 'vitest'
import { en } from '#emulator/pages/texts/en.ts'
import { ja } from '#emulator/pages/texts/ja.ts'
import { th } from '#emulator/pages/texts/th.ts'
import { emulated, get, LIFF_ID } from './kit.ts'

const THAI = /[\u0e00-\u0e7f]/
const KANA = /[\u3040-\u30ff]/

/** Returns every sentence of a language, with a sample name where one is inserted. */
function sentences(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value('Ann'))]
  return Object.values(value as object).flatMap(sentences)
}

test('no language has an empty sentence or one in another script', () => {
  for (const texts of [th, en, ja])
    expect(sentences(texts).filter(sentence => sentence.trim() === '')).toEqual([])
  expect(sentences(en).filter(sentence => THAI.test(sentence) || KANA.test(sentence))).toEqual([])
  expect(sentences(ja).filter(sentence => THAI.test(sentence))).toEqual([])
  expect(sentences(th).filter(sentence => KANA.test(sentence))).toEqual([])
})

test('LINE’s screens use the app’s language, or English if they do not support it', async () => {
  const { emulator } = await emulated({ scenario: 'first-consent' })
  const screen = async (language: string) => {
    const patched = emulator.control.patch({ environment: { language } })
    expect(patched.ok).toBe(true)
    return (await get(emulator, `https://liff.line.me/${LIFF_ID}`)).text()
  }
  const known = [
    ['th-TH', 'th', th],
    ['en-GB', 'en', en],
    ['ja', 'ja', ja],
    ['ko-KR', 'en', en],
  ] as const
  for (const [language, lang, { allow, cancel, header, scopes }] of known) {
    const html = await screen(language)
    expect(html).toContain(`<html lang="${lang}">`)
    for (const said of [allow, cancel, header, scopes.email.what]) expect(html, language).toContain(said)
  }
})
