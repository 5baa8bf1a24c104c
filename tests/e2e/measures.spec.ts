import type { Locator, Page } from '@playwright/test'
import {
  DIALOG_WIDTH_PX,
  INPUT_RADIUS_PX,
  LAYOUT_WIDTH_PX,
  RIPPLE_MS,
  TOAST_BLUR_PX,
  TOGGLE_REM,
  TOOLTIP_MAX_WIDTH_REM,
} from '#contract/limits.ts'
import { showCase } from '#tests/kit/gallery.ts'
import { expect, test } from '#tests/kit/gallery-e2e.ts'
import { resize } from '#tests/kit/resize.ts'

const REM = 16
const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Returns the first element with this class of a CSS module. */
const part = (page: Page, name: string) => page.locator(`[class*="_${name}_"]`).first() // Any of them will do.

const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('the element is not visible')
  return box
}

const channels = (colour: string): [number, number, number] => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  return [red, green, blue]
}

const show = async (page: Page, theme: 'light' | 'dark') => {
  await page.evaluate(name => dispatchEvent(new Event(name)), theme)
  await page.waitForSelector(theme === 'dark' ? 'html.dark' : 'html:not(.dark)')
  // Until its transition has ended, a colour still belongs to the other theme.
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter(each => each instanceof CSSTransition)
    await Promise.all(transitions.map(each => each.finished))
  })
}

test('the sizes and colours of the specification', async ({ page, gallery }) => {
  await test.step('S2.21, S9.26: the column is 768 px wide and centred on a wide screen, and as wide as a phone', async () => {
    await resize(page, WIDE)
    await showCase(page, gallery, 'home-ready')
    const column = part(page, 'column')
    const wide = await boxOf(column)
    expect(wide.width).toBe(LAYOUT_WIDTH_PX)
    expect(wide.x).toBe((WIDE.width - LAYOUT_WIDTH_PX) / 2)
    await resize(page, PHONE)
    expect((await boxOf(column)).width).toBe(PHONE.width)
  })

  await test.step('S2.22: a background fills the screen behind the column', async () => {
    await resize(page, WIDE)
    await showCase(page, gallery, 'not-found')
    const background = part(page, 'ground')
    const box = await boxOf(background)
    expect([box.x, box.width]).toEqual([0, WIDE.width])
    expect(box.height).toBeGreaterThanOrEqual(WIDE.height)
    expect(await styleOf(background, 'background-image')).toContain('radial-gradient')
  })

  await test.step('S9.3, S9.4: toasts are at the top over the full width, above everything, and blur what they cover', async () => {
    await resize(page, PHONE)
    await showCase(page, gallery, 'parts-toasts')
    const toast = part(page, 'toast')
    const box = await boxOf(toast)
    expect(box.y).toBeLessThan(20)
    expect([box.x, box.width]).toEqual([12, PHONE.width - 24])
    const blur = (px: number) => `blur(${px}px)`
    expect(await styleOf(toast, 'backdrop-filter')).toBe(blur(TOAST_BLUR_PX.light))
    const { x, y } = { x: box.x + 30, y: box.y + box.height / 2 }
    const onTop = await toast.evaluate((node, at) => node.contains(document.elementFromPoint(at.x, at.y)), {
      x,
      y,
    })
    expect(onTop).toBe(true)
    await show(page, 'dark')
    expect(await styleOf(toast, 'backdrop-filter')).toBe(blur(TOAST_BLUR_PX.dark))
  })

  await test.step('S9.28: a press draws a ripple of 400 ms', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await resize(page, PHONE)
    await showCase(page, gallery, 'not-found')
    const button = page.locator('main').getByRole('link').or(page.locator('main').getByRole('button')).first() // Any of them.
    const { x, y, width, height } = await boxOf(button)
    await page.mouse.move(x + width / 2, y + height / 2)
    // On a busy machine, the ripple may end before the test can inspect it.
    const ripple = await button.evaluateHandle(node => {
      const durations = new Promise<unknown[]>(resolve => {
        node.addEventListener('animationstart', ({ target }) => {
          const running = (target as Element).getAnimations()
          resolve(running.map(({ effect }) => effect?.getTiming().duration))
        })
      })
      return { durations }
    })
    await page.mouse.down()
    const durations = await ripple.evaluate(one => one.durations)
    await page.mouse.up()
    // A button under the mouse pointer has a different colour.
    await page.mouse.move(0, 0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(durations).toContain(RIPPLE_MS)
  })

  await test.step('S9.30, S9.34: the main button is pink-red with white text, in light and in dark', async () => {
    await showCase(page, gallery, 'confirm-won')
    const button = page.locator('main').getByRole('button').first() // The main button. The second one declines.
    const check = async () => {
      const [red, green, blue] = channels(await styleOf(button, 'background-color'))
      expect(red).toBeGreaterThan(2 * blue)
      expect(blue).toBeGreaterThan(green)
      expect(channels(await styleOf(button, 'color'))).toEqual([255, 255, 255])
    }
    // The light theme has to be set explicitly, because the steps share the page.
    await show(page, 'light')
    await check()
    await show(page, 'dark')
    await check()
  })

  await test.step('S9.31: inputs have a corner radius of 4 px and a border of 1 px', async () => {
    await showCase(page, gallery, 'update-profile')
    const input = part(page, 'control')
    expect(await styleOf(input, 'border-top-left-radius')).toBe(`${INPUT_RADIUS_PX}px`)
    expect(await styleOf(input, 'border-top-width')).toBe('1px')
  })

  await test.step('S9.32, S9.33: a dialog is at most 728 px wide and has no header bar', async () => {
    await resize(page, WIDE)
    await showCase(page, gallery, 'parts-dialog')
    const dialog = page.getByRole('dialog')
    expect((await boxOf(dialog)).width).toBe(DIALOG_WIDTH_PX)
    await expect(dialog.locator('header')).toHaveCount(0)
    const title = dialog.getByRole('heading').first() // The title. The content may have further headings.
    expect(await styleOf(title, 'background-color')).toBe('rgba(0, 0, 0, 0)')
    expect(await styleOf(title, 'border-bottom-width')).toBe('0px')
    await resize(page, PHONE)
    expect((await boxOf(dialog)).width).toBeLessThanOrEqual(PHONE.width)
  })

  await test.step('S9.35: a tooltip is at most 12.5 rem wide', async () => {
    await resize(page, WIDE)
    await showCase(page, gallery, 'parts-tooltip')
    const tooltip = page.getByRole('tooltip')
    expect(await styleOf(tooltip, 'max-width')).toContain(`${TOOLTIP_MAX_WIDTH_REM * REM}px`)
    expect((await boxOf(tooltip)).width).toBeLessThanOrEqual(TOOLTIP_MAX_WIDTH_REM * REM)
  })

  await test.step('S9.36: a toggle is 2.5 by 1.5 rem', async () => {
    await showCase(page, gallery, 'profile-ready')
    const { width, height } = await boxOf(page.getByRole('switch').first()) // All switches have the same size.
    expect([width, height]).toEqual([TOGGLE_REM.width * REM, TOGGLE_REM.height * REM])
  })

  await test.step('S9.37: the base is white in light and black in dark, and progress is green in light', async () => {
    await showCase(page, gallery, 'parts')
    const base = async () => channels(await styleOf(page.locator('body'), 'background-color'))
    expect(await base()).toEqual([255, 255, 255])
    const [red, green, blue] = channels(await styleOf(part(page, 'line'), 'background-color'))
    expect(green).toBeGreaterThan(2 * Math.max(red, blue))
    await show(page, 'dark')
    expect(await base()).toEqual([0, 0, 0])
  })
})
