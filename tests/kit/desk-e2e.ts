import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type RunningDesk, startTestDesk } from './running-desk.ts'
import { simpleFixture } from './simple-fixture.ts'

/** Each test gets its own desk with an empty campaign, and a page of a computer that must not have uncaught errors. */
export const test = base.extend<{ desk: RunningDesk }>({
  viewport: { width: 1280, height: 900 },
  desk: simpleFixture(startTestDesk, desk => desk.close()),
  page: async ({ page }, use) => {
    // A dialog that fades in has too little contrast for a moment, which axe would report.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    await use(page)
    expect(errors, 'no uncaught error in the page').toEqual([])
  },
})

export type { RunningDesk } from './running-desk.ts'
export { expect }

/** The first words of the demo's people. */
export type DemoPerson = 'มะลิ' | 'ธนา' | 'ฝน' | 'บีม' | 'นก' | 'แพร'

/** Opens a page of the desk as a person of the demo, after signing out whoever used this browser before. */
export async function openDesk(
  page: Page,
  { url }: Pick<RunningDesk, 'url'>,
  who: DemoPerson,
  path = '/',
  language: 'th' | 'en' = 'th',
): Promise<void> {
  await page.context().clearCookies()
  await page.addInitScript(name => localStorage.setItem('language', name), language)
  await page.goto(url + path)
  await page.getByRole('button', { name: who }).click()
  // On a phone the menu is closed, and so it is hidden.
  await page.getByRole('navigation', { includeHidden: true }).waitFor({ state: 'attached' })
}

/** Returns a field for a date and time of a dialog, whose button to close it may have the same words. */
export const dateField = (dialog: Locator, label: RegExp): Locator =>
  dialog.locator('input[type=datetime-local]').and(dialog.getByLabel(label))
