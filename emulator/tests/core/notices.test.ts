import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { acceptedLanguages } from '#emulator/pages/notices/accepted-languages.ts'
import { en, type NoticeTexts } from '#emulator/pages/notices/en.ts'
import { ja } from '#emulator/pages/notices/ja.ts'
import { th } from '#emulator/pages/notices/th.ts'
import { emulated, ORIGIN } from './kit.ts'

const THAI = /[\u0e00-\u0e7f]/
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/

/** Returns each text with the path of its key. Texts with placeholders get two sample values. */
function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, value('<1>', '<2>')]]
  return Object.entries(value as object).flatMap(([key, each]) => flat(each, `${path}/${key}`))
}

test('the emulator’s own pages have the same texts in every language, and none is empty', () => {
  const english = new Map(flat(en))
  for (const texts of [ja, th]) {
    expect(flat(texts).map(([path]) => path)).toEqual([...english.keys()])
    for (const [path, text] of flat(texts)) {
      expect([path, text.trim()]).not.toEqual([path, ''])
      const places = (said: string) => (said.match(/<\d>/g) ?? []).sort()
      expect([path, places(text)]).toEqual([path, places(english.get(path) ?? '')])
    }
  }
})

test('no language has a text in the script of another', () => {
  const wrong = (texts: NoticeTexts, script: RegExp) => flat(texts).filter(([, text]) => script.test(text))
  expect([...wrong(en, THAI), ...wrong(en, JAPANESE), ...wrong(ja, THAI), ...wrong(th, JAPANESE)]).toEqual([])
})

test('an Accept-Language header lists the most wanted language first', () => {
  expect(acceptedLanguages('fr;q=0.3, ja-JP, th;q=0.9, en;q=0')).toEqual(['ja-JP', 'th', 'fr'])
  expect(acceptedLanguages('')).toEqual([])
})

const BROWSERS = [
  ['th-TH,th;q=0.9,en;q=0.8', th],
  ['fr-FR, ja;q=0.8', ja],
  ['en-US,en;q=0.9', en],
  ['ko-KR', en],
  ['', en],
] as const

/** Opens a LINE URL as a browser with this Accept-Language header does. */
async function open(emulator: LiffEmulator, url: string, accepted: string): Promise<string> {
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }
  const request = new Request(url, { headers: { ...headers, 'accept-language': accepted } })
  return (await emulator.handle(request)).text()
}

test('the emulator’s own pages follow the browser’s language, whatever the phone’s language is', async () => {
  const { emulator } = await emulated()
  emulator.control.patch({ environment: { language: 'zh-TW' } })
  const authorize = 'https://access.line.me/liff/v1/authorize?app_id='
  for (const [accepted, texts] of BROWSERS) {
    const expected = [
      ['https://line.me/R/nv/camera/', texts.linkOpens(texts.links.camera)],
      ['https://liff.line.me/1234567890-Abcdefgh', texts.unknownApp],
      [`${authorize}x`, texts.unknownApp],
      ['https://api.line.me/v2/none', texts.notEmulated],
      ['https://liff.line.me/1234567890-Abcdefgh', texts.insteadOfLine],
    ] as const
    for (const [url, text] of expected) {
      const html = await open(emulator, url, accepted)
      expect([accepted, html]).toEqual([accepted, expect.stringContaining(text)])
      expect(html).toContain(`<html lang="${texts.lang}">`)
    }
  }
})

test('the pages that open the app and delete its data follow the browser’s language', async () => {
  const { emulator } = await emulated()
  for (const [accepted, texts] of BROWSERS) {
    const html = async (name: string) => {
      const headers = { 'accept-language': accepted }
      const response = await emulator.emulatorFetch(new Request(`${ORIGIN}/__emulator/${name}`, { headers }))
      return response?.text()
    }
    const [opening, erasing] = [await html('open'), await html('erase')]
    expect(opening).toContain(`<title>${texts.opening}</title>`)
    expect(opening).toContain(texts.notOpened)
    expect(opening).toContain(texts.noScenario('<b class="wanted"></b>'))
    expect(erasing).toContain(`<title>${texts.erasing}</title>`)
    for (const page of [opening, erasing]) expect(page).toContain(`<html lang="${texts.lang}">`)
  }
})

test('the closed and the offline page follow the browser’s language', async () => {
  const { emulator } = await emulated()
  const closed = async (accepted: string) => {
    const headers = { 'accept-language': accepted }
    const response = await emulator.emulatorFetch(new Request(`${ORIGIN}/__emulator/closed`, { headers }))
    return response?.text()
  }
  for (const [accepted, texts] of BROWSERS) expect(await closed(accepted)).toContain(texts.closedNote)
  emulator.control.patch({ network: { kind: 'offline' } })
  for (const [accepted, texts] of BROWSERS)
    expect(await open(emulator, 'https://line.me/R/nv/camera/', accepted)).toContain(texts.offlineNote)
})
