import type { Browser, Page } from '@playwright/test'
import { type Gallery, showCase } from '#tests/kit/gallery.ts'
import { expect, test } from '#tests/kit/gallery-e2e.ts'

async function profile(browser: Browser, gallery: Gallery, hasTouch: boolean): Promise<Page> {
  const context = await browser.newContext({ hasTouch, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await showCase(page, gallery, 'profile-ready')
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** Resets the screen: closes dialogs and moves everything back. */
async function startOver(page: Page, gallery: Gallery) {
  await showCase(page, gallery, 'not-found')
  await showCase(page, gallery, 'profile-ready')
  await expect(dialog(page)).toHaveCount(0)
}

/** Checks that the dialog only asks: both buttons are enabled, so no logout has started. */
async function asksOnly(page: Page) {
  await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
  for (const name of ['ลบ แล้วออกจากระบบ', 'เก็บไว้ แล้วออกจากระบบ'])
    await expect(button(page, name)).toBeEnabled()
}

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

test('with a mouse, a press counts once, for the button on which it began', async ({ browser, gallery }) => {
  const page = await profile(browser, gallery, false)
  const { x, y } = await middleOf(page, 'ออกจากระบบ')

  await test.step('moving off a button before releasing presses nothing', async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 60, { steps: 3 })
    await page.mouse.up()
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('the page may move under the pointer', async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await move(page)
    await page.mouse.up()
    await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
  })

  await test.step('a second quick press neither closes the dialog nor confirms it', async () => {
    await startOver(page, gallery)
    const point = await middleOf(page, 'ออกจากระบบ')
    await page.mouse.dblclick(point.x, point.y)
    await asksOnly(page)
  })
  await page.context().close()
})

test('with a finger, a tap counts once, for no button that moved under it', async ({ browser, gallery }) => {
  const page = await profile(browser, gallery, true)
  const point = await middleOf(page, 'ออกจากระบบ')

  await test.step('the page may move under the finger', async () => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    await move(page)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(dialog(page)).toHaveAccessibleName('ออกจากระบบ')
  })

  await test.step('a second quick tap neither closes the dialog nor confirms it', async () => {
    await startOver(page, gallery)
    const { x, y } = await middleOf(page, 'ออกจากระบบ')
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x, y)
    await asksOnly(page)
  })
  await page.context().close()
})
