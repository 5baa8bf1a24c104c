import { asNewUser, expect, test } from '#tests/kit/e2e.ts'

test.use({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })

test('the control panel opens its four main scenarios with one click each, and the app works in each', async ({
  page,
  campaign,
}) => {
  await asNewUser(campaign, 'friend')
  await page.goto(`${campaign.url}/__emulator/`)
  const phone = page.frameLocator('iframe')
  const load = (name: RegExp) => page.getByRole('button', { name }).click()
  const home = phone.getByRole('heading', { name: 'ของรางวัล' })

  await test.step('the phone shows the app as LINE opens it', async () => {
    await expect(home).toBeVisible()
    await expect(page.getByText('/oauth2/v2.1/verify').first()).toBeVisible()
  })

  await test.step('not a friend: the phone shows the account’s page, and the app opens after adding the account', async () => {
    await load(/Not a friend/)
    await phone.getByRole('button', { name: 'เพิ่มเพื่อน' }).click()
    await phone.getByRole('link', { name: /กลับไปที่/ }).click()
    await expect(home).toBeVisible()
  })

  await test.step('expired ID token: the app logs out, reloads and continues with a new token', async () => {
    await campaign.emulator('DELETE', 'requests')
    await load(/Expired ID token/)
    // The landing appears before LINE has answered, so the new login comes later.
    const authorizations = async () =>
      ((await campaign.emulator('GET', 'requests')) as { url: string }[]).filter(({ url }) =>
        url.startsWith('https://access.line.me/liff/v1/authorize'),
      ).length
    await expect.poll(authorizations).toBe(1)
    await expect(home).toBeVisible()
  })

  await test.step('outside LINE: the phone shows a browser, and the app links to LINE', async () => {
    await load(/Outside LINE/)
    await expect(phone.getByRole('heading', { name: 'เปิดกิจกรรมนี้ใน LINE' })).toBeVisible()
  })
})
