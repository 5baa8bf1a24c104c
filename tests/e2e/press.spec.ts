import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Gallery, showCase, startGallery } from '#tests/kit/gallery.ts'

let gallery: Gallery
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.close())

/** The customer's own page, where two buttons lie one above the other at the end of what is still being read. */
async function profile(browser: Browser, hasTouch: boolean): Promise<Page> {
  const context = await browser.newContext({ hasTouch, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await showCase(page, gallery, 'profile-ready')
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function middleOf(page: Page, name: string) {
  await button(page, name).scrollIntoViewIfNeeded()
  const box = await button(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not drawn`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The page moves up by a button's height, as when something above has been sent and goes. */
const move = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('main')?.style.setProperty('transform', 'translateY(-64px)')
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  })

test('a press counts for the button it began on, though the page moves under the pointer', async ({
  browser,
}) => {
  const page = await profile(browser, false)
  const { x, y } = await middleOf(page, 'ออกจากระบบ')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await move(page)
  await page.mouse.up()
  await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
})

test('a finger does not press what slid under it', async ({ browser }) => {
  const page = await profile(browser, true)
  const point = await middleOf(page, 'ออกจากระบบ')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await move(page)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
})

test('who slides off a button presses nothing', async ({ browser }) => {
  const page = await profile(browser, false)
  const { x, y } = await middleOf(page, 'ออกจากระบบ')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 60, { steps: 3 })
  await page.mouse.up()
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toHaveCount(0)
})

for (const hasTouch of [false, true])
  test(`an impatient second press neither shuts the dialog nor answers it [${hasTouch ? 'touch' : 'mouse'}]`, async ({
    browser,
  }) => {
    const page = await profile(browser, hasTouch)
    const { x, y } = await middleOf(page, 'ออกจากระบบ')
    if (hasTouch) {
      await page.touchscreen.tap(x, y)
      await page.touchscreen.tap(x, y)
    } else await page.mouse.dblclick(x, y)
    await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
    // Neither way of leaving has begun.
    for (const name of ['ทิ้ง แล้วออกจากระบบ', 'เก็บไว้ แล้วออกจากระบบ'])
      await expect(button(page, name)).toBeEnabled()
  })
