import type { Page } from '@playwright/test'
import { LANGUAGES } from '#emulator/panel/texts/languages.ts'
import { appFrame, expect, started, test } from '#tests/kit/liff-test.ts'

const APP = '/full-2.26.1/'
const LOCALES = { en: 'en-US', ja: 'ja-JP', th: 'th-TH' } as const

test.use({ viewport: { width: 1440, height: 900 } })

async function openPanel(page: Page, url: string) {
  await page.goto(`${url}/__emulator/`)
  await page.waitForURL('http://panel.phone.localhost:*/__emulator/')
  await started(await appFrame(page, 'line', APP))
}

// A MINI App, which has the most knobs.
test.beforeEach(({ host }) => host.load('friend', {}, { miniApp: {} }))

/** Returns the texts of labels that do not fit into their elements, and of those in more than one line. */
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

for (const [lang, locale] of Object.entries(LOCALES)) {
  const texts = LANGUAGES[lang as keyof typeof LOCALES]
  const { controls, frame, phone, timeline } = texts

  test.describe(`in a browser set to ${locale}`, () => {
    test.use({ locale })

    test('the panel follows the browser’s language, and no label is cut', async ({ page, host }) => {
      await openPanel(page, host.url)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('heading', { name: controls.groups.network })).toBeVisible()
      await expect(page.getByRole('region', { name: timeline.title })).toBeVisible()
      for (const width of [1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect([width, ...(await labelsThatDoNotFit(page))]).toEqual([width])
        const tools = page.getByRole('region', { name: frame.phone }).locator('select, button:has(kbd)')
        const tops = await tools.evaluateAll(all =>
          all.map(one => Math.round(one.getBoundingClientRect().top)),
        )
        expect(new Set(tops).size).toBe(1)
      }
    })

    test('the search finds a setting by its name in the panel’s language and in English', async ({
      page,
      host,
    }) => {
      await openPanel(page, host.url)
      const results = page.locator('#other-scenarios')
      // Only settings have an icon: a scenario can have the same word in its title.
      const found = results
        .getByRole('button')
        .filter({ hasText: controls.settings.popups.name, has: page.locator('svg') })
      for (const word of [controls.settings.popups.name, 'pop-ups', 'POPUP']) {
        await page.getByRole('combobox', { name: controls.find }).fill(word)
        await expect(found).toHaveCount(1)
      }
      await page.getByRole('combobox', { name: controls.find }).fill('e')
      await expect(results.getByRole('button')).not.toHaveCount(1)
      const cut = await results
        .locator('code')
        .evaluateAll(all => all.flatMap(one => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])))
      expect(cut).toEqual([])
      await page.getByRole('combobox', { name: controls.find }).fill('expired-id-token-stuck')
      const title = texts.scenarios['expired-id-token-stuck']?.title ?? 'Expired ID token, stuck'
      await expect(results.getByRole('button')).toHaveText([`${title}expired-id-token-stuck`])
    })

    test('a shortcut works, and the timeline and the phone speak the panel’s language', async ({
      page,
      host,
    }) => {
      await openPanel(page, host.url)
      await expect(page.getByRole('listitem').filter({ hasText: timeline.pageStarted }).first()).toBeVisible()
      await page.keyboard.press('f')
      await expect(page.getByLabel(texts.tools.path, { exact: true })).toBeFocused()
      await page.getByRole('button', { name: new RegExp(`^${phone.close} ?C`) }).click()
      await expect(page.getByRole('button', { name: texts.chat.openApp, exact: true })).toBeVisible()
    })
  })
}

test.describe('the language menu', () => {
  test.use({ locale: 'ja-JP' })

  test('a chosen language stays after a reload, and the entries change with it', async ({ page, host }) => {
    const { en, ja } = LANGUAGES
    await openPanel(page, host.url)
    await page.getByRole('button', { name: ja.frame.language }).click()
    await page.getByRole('radio', { name: 'English', exact: true }).check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
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

test.describe('in a browser set to another language', () => {
  test.use({ locale: 'ko-KR' })

  test('the panel is in English', async ({ page, host }) => {
    await openPanel(page, host.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { name: 'Network' })).toBeVisible()
  })
})
