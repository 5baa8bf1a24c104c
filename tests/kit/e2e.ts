import { test as base, expect, type Page } from '@playwright/test'
import { type Campaign, type Operated, startCampaign } from '#tests/kit/campaign.ts'
import { drawReceipt } from '#tests/kit/draw-receipt.ts'
import { simpleFixture } from '#tests/kit/simple-fixture.ts'

export const LIFF_ID = '2000000001-Campaign'

/** Each Playwright worker runs its own campaign. Tests call `asNewUser` to get a LINE user of their own. */
export const test = base.extend<{ page: Page }, { campaign: Campaign }>({
  campaign: [simpleFixture(startCampaign, campaign => campaign.dispose()), { scope: 'worker' }],
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    await use(page)
    expect(errors, 'no uncaught error in the page').toEqual([])
  },
})

export { asNewUser } from '#tests/kit/new-user.ts'
export { expect }

/** Opens the campaign's LIFF link as if it had been tapped in a chat, so that LINE opens the app. */
export async function openInLine(page: Page, campaign: Operated, path = '') {
  await page.goto(`${campaign.url}/__line/liff.line.me/${LIFF_ID}${path}`)
}

/** Returns a JPEG of a receipt at the size of a phone photo. */
export async function receiptPhoto(page: Page, label: string): Promise<Buffer> {
  return Buffer.from(await page.evaluate(drawReceipt, label), 'base64')
}
