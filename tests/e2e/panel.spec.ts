import { asNewUser, expect, test } from '#tests/kit/e2e.ts'

/** Opens the panel's four main scenarios with one click each and checks the page on the phone. */
test.describe('the control panel', () => {
  test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

  test.beforeEach(async ({ page, campaign }) => {
    await asNewUser(campaign, 'friend')
    await page.goto(`${campaign.url}/__emulator/`)
  })

  test('shows the app in the phone as LINE opens it', async ({ page }) => {
    const phone = page.frameLocator('iframe')
    await expect(phone.getByRole('heading', { name: 'ของรางวัล' })).toBeVisible()
    await expect(page.getByText('/oauth2/v2.1/verify').first()).toBeVisible()
  })

  test('not a friend: the phone shows the account’s page, and the app opens after adding the account', async ({
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
    await expect(phone.getByRole('heading', { name: 'ของรางวัล' })).toBeVisible()
  })

  test('expired ID token: the app logs out, reloads and continues with a new token', async ({
    page,
    campaign,
  }) => {
    const phone = page.frameLocator('iframe')
    await page
      .getByRole('radio', { name: /Expired ID token/ })
      .or(page.getByRole('button', { name: /Expired ID token/ }))
      .first()
      .click()
    // The landing appears before LINE has answered, so the new login comes after it.
    const authorizations = async () =>
      ((await campaign.emulator('GET', 'requests')) as { url: string }[]).filter(({ url }) =>
        url.startsWith('https://access.line.me/liff/v1/authorize'),
      ).length
    await expect.poll(authorizations).toBe(1)
    await expect(phone.getByRole('heading', { name: 'ของรางวัล' })).toBeVisible()
  })

  test('outside LINE: the phone shows a browser, and the app links to LINE', async ({ page }) => {
    const phone = page.frameLocator('iframe')
    await page
      .getByRole('radio', { name: /Outside LINE/ })
      .or(page.getByRole('button', { name: /Outside LINE/ }))
      .first()
      .click()
    const confirm = page.getByRole('dialog').getByRole('button').last()
    if (await confirm.isVisible({ timeout: 2000 }).catch(() => false)) await confirm.click()
    await expect(phone.getByRole('heading', { name: 'เปิดกิจกรรมนี้ใน LINE' })).toBeVisible()
  })
})
