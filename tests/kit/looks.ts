import { expect, type Locator, type Page } from '@playwright/test'
import { contrastIn, violationsIn } from '#tools/axe.ts'
import { circle } from './circle.ts'

type Look = {
  readonly colorScheme: 'light' | 'dark'
  readonly lang: 'en' | 'ja' | 'th'
  readonly locale: string
  readonly tag: string | string[]
}

/**
 * The colour schemes and languages in which the parts of the panel are checked. Dark mode changes only colours, so one
 * language is enough for it. The other languages change only the widths of labels, so they run at night.
 */
export const LOOKS: readonly Look[] = [
  { colorScheme: 'light', lang: 'th', locale: 'th-TH', tag: [] },
  { colorScheme: 'dark', lang: 'th', locale: 'th-TH', tag: [] },
  { colorScheme: 'light', lang: 'en', locale: 'en-US', tag: '@nightly' },
  { colorScheme: 'light', lang: 'ja', locale: 'ja-JP', tag: '@nightly' },
]

/**
 * Checks that axe finds no violation in a part of the page; in dark mode, checks only the contrast. At night, also
 * saves a screenshot of `shown` under this name.
 */
export async function expectAccessible(page: Page, look: Look, part: string, shown: Locator, name: string) {
  const { colorScheme, lang } = look
  expect(await (colorScheme === 'dark' ? contrastIn : violationsIn)(page, part)).toEqual([])
  if (circle() === 'nightly')
    await shown.screenshot({ path: `test-results/${name}-${colorScheme}-${lang}.png` })
}

/** Checks that no text is wider than its element. Ignores hidden elements, which have no width. */
export async function expectNothingCut(labels: Locator): Promise<void> {
  const cut = await labels.evaluateAll(all =>
    all.flatMap(({ scrollWidth, clientWidth, textContent }) =>
      clientWidth > 0 && scrollWidth > clientWidth + 1 ? [textContent] : [],
    ),
  )
  expect(cut).toEqual([])
}
