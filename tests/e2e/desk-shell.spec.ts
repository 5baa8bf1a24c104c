import { expect, openDesk, test } from '#tests/kit/desk-e2e.ts'
import { resize } from '#tests/kit/resize.ts'
import { violationsIn } from '#tools/axe.ts'

test('the sign-in page, a person’s menu and the browser’s tab say where one is, also to a screen reader', async ({
  page,
  desk,
}) => {
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'มะลิ' }).waitFor()
  await expect(page).toHaveTitle('เข้าสู่ระบบ · ระบบหลังบ้าน')
  expect(await violationsIn(page)).toEqual([])
  await openDesk(page, desk, 'บีม')
  const menu = page.getByRole('navigation')
  await expect(menu.getByRole('link', { name: 'บัญชีของฉัน' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'ทีมงาน' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('heading', { name: 'ฟองฟู เฟส' })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])

  // The title of the browser tab names the page, in the desk's language.
  await openDesk(page, desk, 'มะลิ', '/set-up/rewards')
  await expect(page).toHaveTitle('ตั้งค่าแคมเปญ · ระบบหลังบ้าน')
  await page.getByRole('navigation').getByRole('link', { name: 'ลูกค้า' }).click()
  await expect(page).toHaveTitle('ลูกค้า · ระบบหลังบ้าน')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page).toHaveTitle('Customers · Desk')
  await page.goto(`${desk.url}/no-such-page`)
  await expect(page).toHaveTitle('ระบบหลังบ้าน')
})

for (const language of ['th', 'en'] as const)
  test(`on a phone nothing of the header is cut, and a person signs out by the menu: ${language}`, {
    tag: language === 'th' ? [] : '@nightly',
  }, async ({ page, desk }) => {
    await resize(page, { width: 390, height: 844 })
    await openDesk(page, desk, 'บีม', '/account', language)
    const edges = await page
      .getByRole('banner')
      .getByRole('button')
      .evaluateAll(all =>
        all
          .filter(button => (button as HTMLElement).offsetParent !== null)
          .map(button => button.getBoundingClientRect().right),
      )
    expect(edges.length).toBeGreaterThan(1)
    expect(Math.max(...edges)).toBeLessThanOrEqual(390)
    const menu = page.getByRole('button', { name: language === 'th' ? 'เมนู' : 'Menu' })
    await menu.focus()
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('nav') !== null)).toBe(false)
    }
    await menu.press('Enter')
    expect(await violationsIn(page)).toEqual([])
    await page
      .getByRole('navigation')
      .getByRole('button', { name: language === 'th' ? 'ออกจากระบบ' : 'Sign out' })
      .press('Enter')
    await expect(page.getByRole('button', { name: 'บีม' })).toBeVisible()
  })
