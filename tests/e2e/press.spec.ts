import { type Browser, expect, type Page, test } from '@playwright/test'
import { type Gallery, showCase, startGallery } from '#tests/kit/gallery.ts'

let gallery: Gallery
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.close())

/** Opens the profile screen, where two buttons are stacked at the end of a scrolling page. */
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

/** Moves the page up by a button's height, as when a notice above disappears. */
const move = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('main')?.style.setProperty('transform', 'translateY(-64px)')
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  })

test('a press counts for the button on which it began, even if the page moves under the pointer', async ({
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

test('a tap does not press a button that moved under the finger', async ({ browser }) => {
  const page = await profile(browser, true)
  const point = await middleOf(page, 'ออกจากระบบ')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await move(page)
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
})

test('moving off a button before releasing presses nothing', async ({ browser }) => {
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
  test(`a second quick press neither closes the dialog nor confirms it [${hasTouch ? 'touch' : 'mouse'}]`, async ({
    browser,
  }) => {
    const page = await profile(browser, hasTouch)
    const { x, y } = await middleOf(page, 'ออกจากระบบ')
    if (hasTouch) {
      await page.touchscreen.tap(x, y)
      await page.touchscreen.tap(x, y)
    } else await page.mouse.dblclick(x, y)
    await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
    // Both buttons are enabled, so no logout has started.
    for (const name of ['ลบ แล้วออกจากระบบ', 'เก็บไว้ แล้วออกจากระบบ'])
      await expect(button(page, name)).toBeEnabled()
  })
