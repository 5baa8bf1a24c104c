import type { Page } from '@playwright/test'
import { settingText } from '#emulator/panel/controls/settings-index.ts'
import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { appFrame, expect, started, test } from '#emulator-tests/kit/liff-test.ts'
import { resize } from '#tests/kit/resize.ts'

const APP = '/full-2.26.1/'
/** The names of the panel's languages in its menu. */
const NAMES = { en: 'English', ja: '日本語', th: 'ไทย' } as const

test.use({ viewport: { width: 1440, height: 900 } })
test.slow()

async function openPanel(page: Page, url: string) {
  await page.goto(`${url}/__emulator/`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/')
  await started(await appFrame(page, 'line', APP))
}

// Uses a MINI App, which has the most settings.
test.beforeEach(({ host }) => host.load('friend', {}, { miniApp: {} }))

/** Returns the texts of labels that overflow their elements or wrap onto more than one line. */
const labelsThatDoNotFit = (page: Page) =>
  page.locator('label, label > span, button, select, strong, code, h1, h2, h3').evaluateAll(all =>
    all.flatMap(element => {
      const { scrollWidth, clientWidth, clientHeight, textContent } = element
      if (textContent === '') return []
      const inOneLine =
        element.matches('button, label > span, h1, h2, h3') && !element.querySelector('strong')
      const isCut = clientWidth > 0 && scrollWidth > clientWidth
      return isCut || (inOneLine && clientHeight > 34) ? [textContent] : []
    }),
  )

type Lang = keyof typeof NAMES

async function choose(page: Page, from: Lang, to: Lang): Promise<void> {
  await page.getByRole('button', { name: LANGUAGES[from].frame.language }).click()
  await page.getByRole('radio', { name: NAMES[to], exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('lang', to)
}

async function expectNoLabelCut(page: Page, lang: Lang): Promise<void> {
  const { controls, frame, timeline } = LANGUAGES[lang]
  await expect(page.getByRole('heading', { name: controls.groups.network })).toBeVisible()
  await expect(page.getByRole('region', { name: timeline.title })).toBeVisible()
  for (const width of [1280, 1342, 1440, 1920]) {
    await resize(page, { width, height: 900 })
    expect([width, ...(await labelsThatDoNotFit(page))]).toEqual([width])
    const tools = page.getByRole('region', { name: frame.phone }).locator('select, button:has(kbd)')
    const tops = await tools.evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
  }
}

/**
 * Checks that the search finds a setting by its name in the panel's language and in English, and a scenario by its
 * name.
 */
async function expectSearch(page: Page, lang: Lang): Promise<void> {
  const { controls, scenarios } = LANGUAGES[lang]
  const popups = settingText('popups', LANGUAGES[lang]).name
  const results = page.locator('#other-scenarios')
  const field = page.getByRole('combobox', { name: controls.find })
  // Matches only buttons with an icon, which only settings have: a scenario's title can contain the same word.
  const found = results.getByRole('button').filter({ hasText: popups, has: page.locator('svg') })
  for (const word of [popups, 'pop-ups', 'POPUP']) {
    await field.fill(word)
    await expect(found).toHaveCount(1)
  }
  await field.fill('e')
  await expect(results.getByRole('button')).not.toHaveCount(1)
  const cut = await results
    .locator('code')
    .evaluateAll(all => all.flatMap(one => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])))
  expect(cut).toEqual([])
  await field.fill('expired-id-token-stuck')
  const title = scenarios['expired-id-token-stuck']?.title ?? 'Expired ID token, stuck'
  await expect(results.getByRole('button')).toHaveText([`${title}expired-id-token-stuck`])
  await field.fill('')
}

/** Checks that a shortcut works, and that the timeline and the phone use the panel's language. Leaves the app open. */
async function expectTexts(page: Page, lang: Lang): Promise<void> {
  const { chat, phone, timeline, tools } = LANGUAGES[lang]
  await expect(page.getByRole('listitem').filter({ hasText: timeline.pageStarted }).first()).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('f')
  await expect(page.getByLabel(tools.path, { exact: true })).toBeFocused()
  await page.getByRole('button', { name: new RegExp(`^${phone.close} ?C`) }).click()
  await page.getByRole('button', { name: chat.openApp, exact: true }).click()
  await started(await appFrame(page, 'line', APP))
}

test.describe('in a browser set to a language that the panel does not have', () => {
  test.use({ locale: 'ko-KR' })

  test('the panel is in English, and in each of its languages no label is cut, and the search and shortcuts work', async ({
    page,
    host,
  }) => {
    await openPanel(page, host.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    let current: Lang = 'en'
    for (const lang of ['en', 'ja', 'th'] as const)
      await test.step(lang, async () => {
        if (lang !== current) await choose(page, current, lang)
        current = lang
        await expectNoLabelCut(page, lang)
        await expectSearch(page, lang)
        await expectTexts(page, lang)
      })
  })
})

test.describe('in a browser set to Japanese', () => {
  test.use({ locale: 'ja-JP' })

  test('the panel follows the browser; a chosen language stays after a reload, and the entries change with it', async ({
    page,
    host,
  }) => {
    const { en } = LANGUAGES
    await openPanel(page, host.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await choose(page, 'ja', 'en')
    await expect(
      page.getByRole('listitem').filter({ hasText: en.timeline.pageStarted }).first(),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: en.controls.groups.network })).toBeVisible()
    await page.getByRole('button', { name: en.frame.language }).click()
    await page.getByRole('radio', { name: en.frame.languageOfBrowser('日本語') }).check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  })
})
