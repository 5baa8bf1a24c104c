import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any screen has. A control beyond this many stops is not reachable by keyboard. */
const STOPS = 80

/** Tabs to a control. Each focused element on the way must be inside the viewport and show its focus. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key)
    expect(await page.evaluate(hiddenFocus), `the focus is visible after ${stop + 1} × ${key}`).toBeNull()
    if (await wanted.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`${wanted} was not reached in ${STOPS} stops`)
}

export async function pressOn(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Moves the focus to a list and selects an option with the arrow keys. */
export async function pick(page: Page, list: Locator, label: string): Promise<void> {
  await tabTo(page, list)
  const at = await list.evaluate(
    (select: HTMLSelectElement, text) => [...select.options].findIndex(one => one.label === text),
    label,
  )
  expect(at, `${label} is an option`).toBeGreaterThan(0)
  for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown')
  await expect(list.locator('option:checked')).toHaveText(label)
}

/** Sets a time field (`HH:mm`, before noon) with the arrow keys. Browsers order the parts differently and skip some. */
export async function setTime(page: Page, field: Locator, wanted: string): Promise<void> {
  const press = async (key: string) => {
    await page.keyboard.press(key)
    return partsOf(await field.inputValue())
  }
  await tabTo(page, field)
  for (let part = 0; part < TIME_PARTS; part += 1) {
    await press('ArrowUp')
    await press('ArrowRight')
  }
  for (let part = 0; part < TIME_PARTS; part += 1) await press('ArrowLeft')
  const target = partsOf(wanted)
  for (let part = 0; part < TIME_PARTS; part += 1) {
    const before = partsOf(await field.inputValue())
    let now = await press('ArrowUp')
    const at = now.findIndex((value, index) => value !== before[index])
    const goal = target[at] ?? 0
    for (let step = 0; step < 60 && at >= 0 && now[at] !== goal; step += 1)
      now = await press((now[at] ?? 0) > goal ? 'ArrowDown' : 'ArrowUp')
    await press('ArrowRight')
  }
  await expect(field).toHaveValue(wanted)
}

/** Hour, minute, and AM or PM in some locales. */
const TIME_PARTS = 3
const partsOf = (time: string) => time.split(':').map(Number)

/** Checks that a screen announces itself: its heading has the focus, and the document has its title. */
export async function arrivedAt(page: Page, heading: string | RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading })
  await expect(title).toBeFocused()
  await expect(page).toHaveTitle(/ · /)
}

/** Checks that an open dialog's heading has the focus and that Tab stays inside the dialog. Returns the dialog. */
export async function inDialog(page: Page, name: string | RegExp): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('heading').first()).toBeFocused() // The title; the content may have more headings.
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    // One of the tab stops is the browser's own toolbar. While the toolbar has the focus, the document has none.
    const inside = await dialog.evaluate(
      element =>
        !document.hasFocus() ||
        document.activeElement === document.body ||
        element.contains(document.activeElement),
    )
    expect(inside, 'the focus stays in the dialog').toBe(true)
  }
  return dialog
}

/** Describes what hides the focused element or its focus ring; null if both are visible or nothing has the focus. */
function hiddenFocus(): string | null {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  // Parts that the browser draws inside a field, such as a calendar, show their own focus.
  if (!element.matches(':focus')) return null
  const name = `${element.tagName.toLowerCase()} «${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}»`
  // An input with a custom look, such as a radio button, shows its focus on an element next to or around it.
  const drawn = [
    element,
    element.nextElementSibling,
    element.parentElement,
    element.parentElement?.lastElementChild,
  ]
  const seen = drawn.some(one => {
    if (!one) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!seen) return `${name} does not show its focus`
  const shown = element.matches('input[type="file"], input[type="radio"], input[type="range"]')
    ? (element.parentElement ?? element)
    : element
  const box = shown.getBoundingClientRect()
  const inWindow = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  if (!inWindow) return `${name} is outside the window`
  const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1)
  const y = Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1)
  const top = document.elementFromPoint(x, y)
  const covered = top !== null && !shown.contains(top) && !top.contains(shown)
  return covered ? `${name} is covered by ${top.tagName.toLowerCase()}.${top.className}` : null
}

/** Fills a field and presses Enter in it. `page.keyboard` could send the key to a dialog that has just opened. */
export async function fillAndEnter(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
}
