import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen has: who has not arrived by then is caught somewhere. */
const STOPS = 80

/**
 * Goes by Tab (or Shift+Tab) to a control. On the way every stop must be seen, in the window, and nothing may catch.
 */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key)
    expect(await page.evaluate(hiddenFocus), `the focus is seen after ${stop + 1} × ${key}`).toBeNull()
    if (await wanted.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`${wanted} was not reached in ${STOPS} stops`)
}

/** Goes to a control and presses a key on it. */
export async function pressOn(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** Goes to a list and moves down to an option by the arrow keys. */
export async function pick(page: Page, list: Locator, label: string): Promise<void> {
  await tabTo(page, list)
  const at = await list.evaluate(
    (select: HTMLSelectElement, text) => [...select.options].findIndex(one => one.label === text),
    label,
  )
  expect(at, `${label} is offered`).toBeGreaterThan(0)
  for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown')
  await expect(list.locator('option:checked')).toHaveText(label)
}

/**
 * Goes to a moment's field and sets it by the arrow keys, `YYYY-MM-DDTHH:mm` in the morning: each browser shows the
 * parts in an order of its own, and leaves out those in which there is nothing to choose.
 */
export async function setMoment(page: Page, field: Locator, wanted: string): Promise<void> {
  const press = async (key: string) => {
    await page.keyboard.press(key)
    return partsOf(await field.inputValue())
  }
  await tabTo(page, field)
  for (let part = 0; part < MOMENT_PARTS; part += 1) {
    await press('ArrowUp')
    await press('ArrowRight')
  }
  for (let part = 0; part < MOMENT_PARTS; part += 1) await press('ArrowLeft')
  const target = partsOf(wanted)
  for (let part = 0; part < MOMENT_PARTS; part += 1) {
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

/** Day, month, year, hour, minute, and the half of the day where there is one. */
const MOMENT_PARTS = 6
const partsOf = (moment: string) => moment.split(/[-T:]/).map(Number)

/** The screen that has come is named to who cannot see it: its heading has the focus, and the document its name. */
export async function arrivedAt(page: Page, heading: string | RegExp): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: heading })
  await expect(title).toBeFocused()
  await expect(page).toHaveTitle(/ · /)
}

/** The dialog that has come has the focus at its title, and keeps it: as many stops as it has lead round and round. */
export async function inDialog(page: Page, name: string | RegExp): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('heading').first()).toBeFocused()
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    // The browser's own bar is one of the stops: there the document has no focus at all.
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

/** What is wrong with how the focus is shown; null when it is seen, or has left the document. */
function hiddenFocus(): string | null {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  // A part that the browser draws inside of a field, such as its calendar, shows itself.
  if (!element.matches(':focus')) return null
  const name = `${element.tagName.toLowerCase()} «${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}»`
  // An input under its own drawing, such as a radio's, is shown by what lies beside or around it.
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
  if (!inWindow) return `${name} is out of the window`
  const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1)
  const y = Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1)
  const top = document.elementFromPoint(x, y)
  const covered = top !== null && !shown.contains(top) && !top.contains(shown)
  return covered ? `${name} lies under ${top.tagName.toLowerCase()}.${top.className}` : null
}
