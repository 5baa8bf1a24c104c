import { fillReceipt, register } from '#tests/kit/customer.ts'
import { asNewUser, expect, test } from '#tests/kit/e2e.ts'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
test.slow()

test('the five-minute tour of the README works in the panel', { tag: '@core' }, async ({
  page,
  campaign,
}) => {
  await asNewUser(campaign, 'friend')
  const phone = page.frameLocator('iframe').first()
  const network = (kind: string) => page.locator('label').getByText(kind, { exact: true }).click()
  const receipts = async (...more: string[]) => campaign.organiser(['receipts', 'list', ...more])
  const loaded = (path: string) =>
    phone
      .locator(':root')
      .evaluate(
        (_, part) => performance.getEntriesByType('resource').some(entry => entry.name.includes(part)),
        path,
      )
  const number = 'TOUR-1'

  await test.step('1: the user registers', async () => {
    await page.goto(`${campaign.url}/__emulator/`)
    await register(page, phone)
  })

  await test.step('2 and 3: a receipt submitted offline waits on the phone', async () => {
    // The screens for sending and the list of stores are loaded right after home.
    for (const path of ['/assets/receipt-', '/assets/thanks-', '/api/master/all'])
      await expect.poll(() => loaded(path)).toBe(true)
    await network('Offline')
    await fillReceipt(page, number, '350', phone)
    await phone.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await phone.getByRole('link', { name: 'กลับหน้าแรก' }).first().click()
    await expect(phone.getByText('ออฟไลน์อยู่').first()).toBeVisible()
    await expect(phone.getByText('รอส่ง 1 รายการ').first()).toBeVisible()
    expect(await receipts()).not.toContain(number)
  })

  await test.step('4: when online again, the receipt arrives once, and the organiser approves it by ID', async () => {
    await network('Online')
    await expect(phone.getByText('ออฟไลน์อยู่')).toHaveCount(0)
    await expect.poll(async () => (await receipts()).split(number).length - 1).toBe(1)
    await phone.getByRole('link', { name: 'ประวัติ', exact: true }).click()
    await expect(phone.getByText('รอตรวจสอบ', { exact: true }).last()).toBeVisible()
    const line = (await receipts()).split('\n').find(text => text.includes(number)) ?? ''
    await campaign.organiser(['receipts', 'approve', /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(line)?.[0] ?? ''])
    expect(await receipts('--status', 'approved')).toContain(number)
  })
})
