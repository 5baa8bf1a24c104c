import { asNewUser, expect, test } from '#tests/kit/e2e.ts'

/** The panel's four main scenarios, each by one click, seen in the phone. */
test.describe('the control panel', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test.beforeEach(async ({ page, campaign }) => {
    await asNewUser(campaign, 'friend')
    await page.goto(`${campaign.url}/__emulator/`)
  })

  test('shows the app in a phone, as LINE opens it', async ({ page }) => {
    const phone = page.frameLocator('iframe')
    await expect(phone.getByRole('heading', { name: 'ลงทะเบียน' })).toBeVisible()
    await expect(page.getByText('/oauth2/v2.1/verify').first()).toBeVisible()
  })

  test('not a friend: the phone shows the account’s page, and adding it leads back to the app', async ({
    page,
  }) => {
    const phone = page.frameLocator('iframe')
    await page
      .getByRole('radio', { name: /Not a friend/ })
      .or(page.getByRole('button', { name: /Not a friend/ }))
      .first()
      .click()
    await phone.getByRole('button', { name: 'เพิ่มเพื่อน' }).click()
    await phone.getByRole('link', { name: /กลับไปที่/ }).click()
    await expect(phone.getByRole('heading', { name: 'ลงทะเบียน' })).toBeVisible()
  })

  test('expired ID token: the app logs out, reloads, and goes on with a new one', async ({
    page,
    campaign,
  }) => {
    const phone = page.frameLocator('iframe')
    await page
      .getByRole('radio', { name: /Expired ID token/ })
      .or(page.getByRole('button', { name: /Expired ID token/ }))
      .first()
      .click()
    await expect(phone.getByRole('heading', { name: 'ลงทะเบียน' })).toBeVisible()
    const requests = (await campaign.emulator('GET', 'requests')) as { url: string }[]
    expect(requests.some(({ url }) => url.startsWith('https://access.line.me/liff/v1/authorize'))).toBe(true)
  })

  test('outside LINE: the phone is a browser, and shows the way into LINE', async ({ page }) => {
    const phone = page.frameLocator('iframe')
    await page
      .getByRole('radio', { name: /Outside LINE/ })
      .or(page.getByRole('button', { name: /Outside LINE/ }))
      .first()
      .click()
    const sure = page.getByRole('dialog').getByRole('button').last()
    if (await sure.isVisible({ timeout: 2000 }).catch(() => false)) await sure.click()
    await expect(phone.getByRole('heading', { name: 'เปิดกิจกรรมนี้ใน LINE' })).toBeVisible()
  })
})
