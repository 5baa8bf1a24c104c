import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type RunningDesk, startTestDesk } from './running-desk.ts'
import { simpleFixture } from './simple-fixture.ts'

/** Gives each test its own desk with an empty campaign, and a desktop-sized page that must not have uncaught errors. */
export const test = base.extend<{ desk: RunningDesk }>({
  viewport: { width: 1280, height: 900 },
  desk: simpleFixture(startTestDesk, desk => desk.close()),
  page: async ({ page }, use) => {
    // While a dialog fades in, it briefly has too little contrast, which axe would report.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    await use(page)
    expect(errors, 'no uncaught error in the page').toEqual([])
  },
})

export type { RunningDesk } from './running-desk.ts'
export { expect }

/** The first word of each demo person's name. */
export type DemoPerson = 'มะลิ' | 'ธนา' | 'ฝน' | 'บีม' | 'นก' | 'แพร'

/** Opens a page of the desk as one of the demo's people. Signs out the browser's previous user first. */
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
  // On a phone, the navigation menu is closed and therefore hidden.
  await page.getByRole('navigation', { includeHidden: true }).waitFor({ state: 'attached' })
}

/** Returns a dialog's date and time field. The dialog's close button may have the same words in its label. */
export const dateField = (dialog: Locator, label: RegExp): Locator =>
  dialog.locator('input[type=datetime-local]').and(dialog.getByLabel(label))
