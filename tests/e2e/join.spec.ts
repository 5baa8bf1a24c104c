import { register, sendReceipt } from '#tests/kit/customer.ts'
import { asNewUser, expect, openInLine, test } from '#tests/kit/e2e.ts'

test('a new customer joins in LINE, sends a receipt, and finds it after the server restarted', {
  tag: '@core',
}, async ({ page, campaign }) => {
  await asNewUser(campaign, 'first-consent')
  await openInLine(page, campaign)

  await test.step('LINE asks for consent', async () => {
    await expect(page.getByRole('heading', { name: /ขออนุญาตเข้าถึงข้อมูลของคุณ/ })).toBeVisible()
    await page.getByRole('button', { name: 'อนุญาต', exact: true }).click()
  })

  await test.step('a customer who is not a friend adds the account and returns', async () => {
    await expect(page).toHaveURL(/line\.me\/R\/ti\/p\//)
    await page.getByRole('button', { name: 'เพิ่มเพื่อน' }).click()
    await page.getByRole('link', { name: /กลับไปที่/ }).click()
  })

  await register(page)
  await sendReceipt(page, 'INV-2026/001')

  await test.step('the history shows the receipt as waiting for review', async () => {
    await page.goto(`${campaign.url}/receiptHistory`)
    await expect(page.getByText('INV-2026/001')).toBeVisible()
    await expect(page.getByText('รอตรวจสอบ', { exact: true }).last()).toBeVisible()
  })

  await campaign.stop()
  await campaign.start()

  await test.step('the receipt is still listed after a restart of the server', async () => {
    await page.evaluate(() =>
      indexedDB.databases().then(all => all.map(({ name }) => name && indexedDB.deleteDatabase(name))),
    )
    await page.reload()
    await expect(page.getByText('INV-2026/001')).toBeVisible()
    await expect(page.getByText('รอตรวจสอบ', { exact: true }).last()).toBeVisible()
  })
})
