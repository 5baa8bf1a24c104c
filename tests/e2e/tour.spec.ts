import { fillReceipt, receiptId, register } from '#tests/kit/customer.ts'
import { asNewUser, expect, test } from '#tests/kit/e2e.ts'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
test.slow()

test('the five-minute tour of the README works in the panel', async ({ page, campaign }) => {
  await asNewUser(campaign, 'friend')
  const phone = page.frameLocator('iframe:not([hidden])')
  const network = (kind: string) => page.locator('label').getByText(kind, { exact: true }).click()
  const receipts = async (...more: string[]) => campaign.organiser(['receipts', 'list', ...more])
  const loaded = (path: string) =>
    phone
      .locator(':root')
      .evaluate(
        (_, part) => performance.getEntriesByType('resource').some(entry => entry.name.includes(part)),
        path,
      )
  const seen = (text: string) => phone.getByText(text).filter({ visible: true })
  const number = 'TOUR-1'

  await test.step('1: the user registers', async () => {
    await page.goto(`${campaign.url}/__emulator/`)
    await register(page, phone)
  })

  await test.step('2 and 3: a receipt submitted offline waits on the phone', async () => {
    // The app loads the scripts for sending right after home, and the list of stores when the browser is idle. On a
    // busy machine, the browser takes up to ten seconds for each of the three tasks before that.
    const scripts = ['receipt', 'sending', 'thanks'].map(name => `/assets/${name}-`)
    for (const path of [...scripts, '/api/master/all'])
      await expect.poll(() => loaded(path), { message: path, timeout: 60_000 }).toBe(true)
    await network('Offline')
    await fillReceipt(page, number, '350', phone)
    await phone.getByRole('button', { name: 'ยืนยันส่ง' }).click()
    await phone.getByRole('main').getByRole('link', { name: 'กลับหน้าแรก' }).click()
    await expect(seen('ออฟไลน์อยู่')).not.toHaveCount(0)
    await expect(seen('รอส่ง 1 รายการ')).not.toHaveCount(0)
    expect(await receipts()).not.toContain(number)
  })

  await test.step('4: when online again, the receipt arrives once, and the organiser approves it by ID', async () => {
    await network('Online')
    await expect(phone.getByText('ออฟไลน์อยู่')).toHaveCount(0)
    await expect.poll(async () => (await receipts()).split(number).length - 1).toBe(1)
    await phone.getByRole('link', { name: 'ประวัติ', exact: true }).click()
    await expect(phone.getByRole('link', { name: new RegExp(number) })).toContainText('รอตรวจสอบ')
    await campaign.organiser(['receipts', 'approve', await receiptId(campaign, number)])
    expect(await receipts('--status', 'approved')).toContain(number)
  })
})
