import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { unzipSync } from 'fflate'
import { accountTexts } from '#src/i18n/th/account.ts'
import { goWithin, openAsCustomer, receiptId, sendReceipt } from '#tests/kit/customer.ts'
import { expect, test } from '#tests/kit/e2e.ts'

test('a customer in LINE downloads their data in the phone’s browser', async ({ page, campaign }) => {
  const { userId } = await openAsCustomer(page, campaign)
  await sendReceipt(page, 'INV-2026/777')
  await receiptId(campaign, 'INV-2026/777')
  await goWithin(page, '/profile')
  await page.getByRole('button', { name: accountTexts['profile.copyAsk'] }).click()
  // The download starts before the test could wait for a new tab. Chromium reports it in one of the two tabs.
  const downloading = new Promise<Download>(resolve => {
    page.once('download', resolve)
    page.context().once('page', tab => tab.once('download', resolve))
  })
  await page.getByRole('link', { name: accountTexts['profile.copyOpen'] }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-campaign-data.zip')
  const files = unzipSync(await readFile(await download.path()))
  const data = JSON.parse(Buffer.from(files['customer.json'] ?? []).toString())
  expect(data.customer.lineUserId).toBe(userId)
  expect(data.receipt.map((one: { receiptNo: string }) => one.receiptNo)).toEqual(['INV-2026/777'])
  const photo = files[data.receiptImage[0].file] ?? []
  expect([...photo.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  await expect(page.getByRole('heading', { name: accountTexts['profile.copy'] })).toBeVisible()
})
