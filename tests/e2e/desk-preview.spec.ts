import type { FrameLocator, Page } from '@playwright/test'
import { HOUR_MS } from '#contract/time.ts'
import { dateField, expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { resize } from '#tests/kit/resize.ts'
import { rowOf, rowsOf, update } from '#tests/kit/rows.ts'
import { contrastIn, violationsIn } from '#tools/axe.ts'

const phone = (page: Page): FrameLocator => page.frameLocator('.phone iframe')
const chooseStore = (page: Page) => phone(page).getByRole('button').filter({ hasText: 'Choose a store' })
const see = (page: Page) => page.getByRole('button', { name: 'See what would change' }).click()
/** Chooses what the frame shows. The label is in the choices above the frame, and may also be in the form. */
const when = (page: Page, label: string) => page.locator('label').getByText(label, { exact: true }).click()

/** Opens the form for the dates and rules, enters values and asks what would change. */
async function previewRules(page: Page, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await fill(page.getByRole('dialog', { name: 'Dates and rules' }))
  await see(page)
}

test('other baht for an entry, and a close in the past, appear in the frame, and nothing is changed', async ({
  page,
  desk,
}) => {
  await openDesk(page, desk, 'มะลิ', '/set-up', 'en')
  await previewRules(page, dialog => dialog.getByLabel('Baht for one entry').fill('75'))
  await expect(phone(page).getByText(/75 baht/)).toBeVisible()
  await expect(page.getByText('sample customer')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await when(page, 'Now')
  await expect(phone(page).getByText(/100 baht/)).toBeVisible()
  const { baht_per_right } = await rowOf(desk.server, 'campaign')
  expect(baht_per_right).toBe(100)
  // Pressing a key in the preview's choices must not confirm the change that surrounds the preview.
  await page.getByLabel('Screen', { exact: true }).press('Enter')
  await page.getByRole('radio', { name: 'Now' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Confirm the change' })).toBeEnabled()
  const again = await rowOf(desk.server, 'campaign')
  expect(again.baht_per_right).toBe(100)

  // With a close in the past, the app shows the screen that says the campaign has ended.
  await page.getByRole('button', { name: 'Back to the form' }).click()
  const at = desk.server.clock.now() - 2 * HOUR_MS
  const local = new Date(at + 7 * HOUR_MS).toISOString().slice(0, 19)
  await dateField(page.getByRole('dialog', { name: 'Dates and rules' }), /^Close/).fill(local)
  await see(page)
  await expect(phone(page).getByRole('heading', { name: /ended|closed/i })).toBeVisible()
  await when(page, 'Now')
  await expect(phone(page).getByRole('link', { name: /Send a receipt/ })).toBeVisible()
})

test('a new question appears in both languages, and its answer is not sent', async ({ page, desk }) => {
  const calls: string[] = []
  await openDesk(page, desk, 'มะลิ', '/set-up/questions', 'en')
  await page.getByRole('button', { name: 'Add a question' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question in Thai').fill('ชอบรสไหนที่สุด')
  await dialog.getByLabel('Question in English').fill('Which taste is best?')
  await see(page)
  await expect(phone(page).getByText('Which taste is best?')).toBeVisible()
  page.on('request', request => calls.push(new URL(request.url()).pathname))
  await phone(page).getByRole('textbox').fill('Lychee')
  await phone(page).getByRole('button', { name: 'Send answer' }).click()
  await expect(phone(page).getByText('nothing was sent')).toBeVisible()
  await expect(phone(page).getByRole('button', { name: 'Send answer' })).toBeEnabled()
  await expect(phone(page).getByRole('textbox')).toHaveValue('Lychee')
  expect(calls.filter(path => /^\/(api|desk-api)\//.test(path))).toEqual([])
  await page.getByText('Thai', { exact: true }).click()
  await expect(phone(page).getByText('ชอบรสไหนที่สุด')).toBeVisible()
  const [question] = await rowsOf(desk.server, 'question')
  expect(question?.text_th).not.toBe('ชอบรสไหนที่สุด')
})

test('the tab shows each screen of now, also to an auditor, in the dark and on a phone', async ({
  page,
  desk,
}) => {
  await update(desk.server, 'store', { receipt_no_hint_en: 'Below the barcode' })
  await openDesk(page, desk, 'นก', '/set-up/screens', 'en')
  const open = (view: string) => page.getByLabel('Screen', { exact: true }).selectOption(view)
  await expect(phone(page).getByText(/100 baht/)).toBeVisible()
  await open('rewards')
  await expect(phone(page).getByText('Ready to use')).not.toHaveCount(0)
  await open('terms')
  await expect(phone(page).getByRole('dialog')).toContainText('100')
  await open('receipt')
  await chooseStore(page).click()
  const stores = phone(page).getByRole('dialog')
  await stores.getByRole('listitem').first().getByRole('button').click() // Any store will do.
  await expect(phone(page).getByText('Below the barcode')).toBeVisible()
  await page.getByText('Dark', { exact: true }).click()
  await expect(phone(page).locator('html')).toHaveClass(/dark/)
  // The app's theme is independent of the desk's theme.
  await expect(phone(page).getByText('Below the barcode')).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastIn(page)).toEqual([])
  await resize(page, { width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the preview’s page shows nothing alone or framed by another page, and no other page can be framed', async ({
  page,
  desk,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto(`${desk.url}/preview.html`)
  await expect(page.getByText('only inside the desk')).toBeVisible()
  await page.evaluate(() => postMessage({ kind: 'preview-show' }, location.origin))
  expect(asked.filter(path => !/^\/(preview\.html$|assets\/)/.test(path))).toEqual([])
  const refused = await page.evaluate(() => fetch('/desk-api/me').then(String, error => String(error)))
  expect(refused).toContain('TypeError')
  const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect([workers, await page.evaluate(() => localStorage.length)]).toEqual([0, 0])
  expect(await violationsIn(page)).toEqual([])

  // Does not use `openDesk`, because the browser's error page for a refused frame would not allow its script.
  await page.goto(desk.url)
  await page.evaluate(() => {
    for (const path of ['/people', '/preview.html']) {
      const frame = document.createElement('iframe')
      frame.src = path
      document.body.append(frame)
    }
  })
  const urls = () => page.frames().map(frame => frame.url().replace(/^chrome-error:.*/, 'refused'))
  await expect.poll(urls).toEqual([expect.any(String), 'refused', `${desk.url}/preview.html`])
  const inside = page.frames()[2]
  await expect.poll(() => inside?.evaluate(() => document.querySelector('#root') !== null)).toBe(true)
  // The preview ignores messages that the frame sends to itself, and incomplete messages from the page around it.
  await inside?.evaluate(() => postMessage({ kind: 'preview-show', view: 'terms' }, location.origin))
  await page.evaluate(() => frames[1]?.postMessage({ kind: 'preview-show', view: 'terms' }, location.origin))
  expect(await inside?.evaluate(() => document.querySelector('#root')?.textContent)).toBe('')
})

test('the app asks the sample customer to agree to new terms', async ({ page, desk }) => {
  await openDesk(page, desk, 'มะลิ', '/set-up/terms', 'en')
  await page.getByRole('button', { name: 'Set a new version' }).first().click() // The terms' button; others are below.
  await page.getByRole('dialog').getByRole('textbox').fill('2027-01')
  await see(page)
  // Looks in the dialog, because the screen behind it has the same button.
  const accept = phone(page).getByRole('dialog').getByRole('button', { name: 'Accept and continue' })
  await expect(accept).toBeVisible()
  await when(page, 'Now')
  await expect(chooseStore(page)).toBeVisible()
})
