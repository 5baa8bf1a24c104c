import type { Page } from '@playwright/test'
import { unheard } from '#tests/kit/accessibility-tree.ts'
import { circle } from '#tests/kit/circle.ts'
import { type Gallery, showCase } from '#tests/kit/gallery.ts'
import { expect, test } from '#tests/kit/gallery-e2e.ts'
import { nextFrame, resize } from '#tests/kit/resize.ts'
import { contrastIn, type Violation, violationsIn } from '#tools/axe.ts'

/** In CSS pixels: the narrowest viewport (WCAG 1.4.10) and the smallest touch target. */
const NARROW = 320
const TARGET = 44
/** The width of many phones, where more fits into a line. In CSS pixels. */
const COMMON = 360

test('every screen is accessible, and fits 320 px, 44 px targets and 200 % text in every state; at night, all of it also dark and in English', async ({
  browser,
  gallery,
}) => {
  test.setTimeout(900_000)
  const context = await browser.newContext({
    viewport: { width: NARROW, height: 700 },
    reducedMotion: 'reduce',
    locale: 'th-TH',
  })
  const page = await context.newPage()
  await page.goto(gallery.url)
  await page.waitForSelector('html[data-ready]')
  // An off-screen box would keep its height from before the text grew.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  const names = await page.$$eval('#list li a:first-child', links =>
    links.map(link => link.textContent ?? ''),
  )
  expect(names.length).toBeGreaterThan(50)
  const problems: string[] = []
  const analysed = new Set<string | undefined>()
  for (const name of names) {
    // Axe takes half of the time, and a screen's other states have mostly the same elements.
    const screen = name.split('-', 1)[0]
    const withAxe = circle() === 'nightly' || !analysed.has(screen)
    analysed.add(screen)
    const found = await problemsOf(page, gallery, name, withAxe)
    problems.push(...found.map(one => `${name}: ${one}`))
  }
  expect(problems).toEqual([])
  await context.close()
})

async function problemsOf(page: Page, gallery: Gallery, name: string, withAxe: boolean): Promise<string[]> {
  const found: string[] = []
  const note = (error: Error) => void found.push(error.message)
  page.on('pageerror', note)
  await showCase(page, gallery, name)
  // The loading screen keeps the document's default title.
  const loading = name === 'start-loading' || name === 'start-slow'
  if (!loading && (await page.locator('main h1').count()) > 0 && !(await page.title()).includes(' · '))
    found.push('the document title does not contain the name of the screen')
  found.push(...(await page.evaluate(tooWide, 'at 320 px')))
  found.push(...(await page.evaluate(cutOff)))
  found.push(...(await page.evaluate(tooSmall, TARGET)))
  if (withAxe) found.push(...wrong(await violationsIn(page)))
  found.push(...(await unheard(page)))
  await textSize(page, '200%')
  found.push(...(await page.evaluate(tooWide, 'at 200 % text')))
  found.push(...(await page.evaluate(clipped)))
  for (const width of [COMMON, NARROW]) {
    await resize(page, { width, height: 700 })
    found.push(...(await page.evaluate(overlapping)).map(one => `${one} (${width} px)`))
    found.push(...(await page.evaluate(lonely)).map(one => `${one} (${width} px)`))
  }
  found.push(...(await page.evaluate(cutOff)))
  if (circle() === 'nightly') found.push(...(await otherProblems(page)))
  page.off('pageerror', note)
  return found
}

/** Repeats the checks in English and in the dark theme, whose colours `tests/unit/colours.test.ts` also checks. */
async function otherProblems(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(() => dispatchEvent(new Event('english')))
  await page.waitForSelector('html[data-english]')
  found.push(...(await page.evaluate(tooWide, 'at 200 % text in English')))
  found.push(...(await page.evaluate(clipped)).map(one => `English ${one}`))
  await textSize(page, '')
  found.push(...(await page.evaluate(tooWide, 'at 320 px in English')))
  await page.evaluate(() => dispatchEvent(new Event('dark')))
  await page.waitForSelector('html.dark')
  found.push(...wrong(await contrastIn(page)).map(one => `dark ${one}`))
  return found
}

async function textSize(page: Page, size: string): Promise<void> {
  await page.evaluate(to => {
    document.documentElement.style.fontSize = to
  }, size)
  // Components that observe sizes, such as the tooltip, update only in the next frame.
  await nextFrame(page)
}

const wrong = (violations: readonly Violation[]) =>
  violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target).join(', ')}`)

function tooWide(when: string): string[] {
  return [document.documentElement, ...document.querySelectorAll('dialog[open]')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth }) => `${tagName.toLowerCase()} ${scrollWidth} px wide ${when}`)
}

/** Returns the selected options that are too wide for their narrow select elements. */
function cutOff(): string[] {
  const pen = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll<HTMLSelectElement>('fieldset select')].flatMap(select => {
    const style = getComputedStyle(select)
    if (pen) pen.font = style.font
    const words = select.selectedOptions[0]?.textContent ?? ''
    const room =
      select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    return (pen?.measureText(words).width ?? 0) > room + 1 ? [`cut off in a list: «${words}»`] : []
  })
}

/** Finds buttons, fields and links that are too small. A link inside a sentence may be as small as its line. */
function tooSmall(least: number): string[] {
  const found: string[] = []
  const open = document.querySelector('dialog[open]')
  const scope = open ?? document.body
  for (const element of scope.querySelectorAll<HTMLElement>(
    'a[href], button, select, textarea, input:not([type="file"])',
  )) {
    const label =
      element.closest('label') ?? (element.id ? document.querySelector(`label[for="${element.id}"]`) : null)
    const box = element.getBoundingClientRect()
    // Skips elements that are visible only when focused, such as the link that skips the navigation.
    if (box.width < 2 || box.bottom < 0) continue
    const around = element.matches('input[type="checkbox"], input[type="radio"]')
      ? (label?.parentElement ?? element).getBoundingClientRect()
      : box
    // The touch area of a link or button within a text may be larger than its box.
    const reach = getComputedStyle(element, '::after')
    const reaches = reach.position === 'absolute' && reach.content !== 'none'
    const height = Math.max(around.height, reaches ? Number.parseFloat(reach.height) : 0)
    const width = Math.max(around.width, reaches ? Number.parseFloat(reach.width) : 0)
    const inSentence = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
    if (!inSentence && (height < least - 0.5 || width < least - 0.5))
      found.push(
        `${element.tagName.toLowerCase()} «${element.getAttribute('aria-label') ?? element.textContent?.trim()}» is ${Math.round(width)} by ${Math.round(height)}`,
      )
  }
  return found
}

/** Finds text that is clipped by its box. An ellipsis is intended. */
function clipped(): string[] {
  const found = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!text.textContent?.trim() || parent?.closest('.only-read, svg, [aria-hidden="true"]')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    for (let around = parent; around !== null && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.textOverflow === 'ellipsis') break
      if (!/hidden|clip/.test(style.overflowX)) continue
      const edge = around.getBoundingClientRect()
      // Thai vowels above and below the line extend a little beyond the line's box.
      const out = Math.max(edge.left - box.left, box.right - edge.right, box.bottom - edge.bottom)
      if (out > 3)
        found.add(`clipped at 200 %: «${text.textContent.trim().slice(0, 40)}» by ${Math.round(out)} px`)
    }
  }
  return [...found]
}

/** Finds texts that overlap other texts or the can in the key visual. */
function overlapping(): string[] {
  const scope = document.querySelector('dialog[open]') ?? document.body
  const can = document.querySelector('svg[class*="_can_"] > g:last-of-type')
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  const boxes: { text: string; parent: Element; box: DOMRect }[] = []
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const parent = text.parentElement
    if (
      !parent ||
      !text.textContent?.trim() ||
      parent.closest('.only-read, svg, option, [class*="toast"], [role="tooltip"]')
    )
      continue
    if (parent.closest('details:not([open])') && !parent.closest('summary')) continue
    let around: Element | null = parent
    // Fixed and sticky elements are skipped, because they may cover the content beneath them.
    while (around && !/fixed|sticky/.test(getComputedStyle(around).position)) around = around.parentElement
    const style = getComputedStyle(parent)
    if (around || style.visibility === 'hidden' || style.opacity === '0') continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of range.getClientRects()) boxes.push({ text: text.textContent.trim(), parent, box })
  }
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(
      Math.min(a.right, b.right) - Math.max(a.left, b.left),
      // A line's box is taller than its letters.
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) - Math.min(a.height, b.height) / 3,
    )
  const found = new Set<string>()
  for (const [n, one] of boxes.entries()) {
    if (
      can &&
      one.parent.closest('[class*="_countdown_"]') &&
      overlap(one.box, can.getBoundingClientRect()) > 4
    )
      found.add(`at 200 %, «${one.text}» covers the can`)
    for (const other of boxes.slice(n + 1))
      if (one.parent !== other.parent && overlap(one.box, other.box) > 4)
        found.add(`at 200 %, «${one.text.slice(0, 30)}» lies on «${other.text.slice(0, 30)}»`)
  }
  return [...found]
}

/** Finds the particle นะ at the beginning of a line. It belongs to the preceding word. */
function lonely(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const topOf = (text: Node, at: number) => {
    const range = document.createRange()
    range.setStart(text, at)
    range.setEnd(text, at + 1)
    return range.getBoundingClientRect().top
  }
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const { index } of (text.textContent ?? '').matchAll(/[ก-๙]\u2060?นะ(?=$|[\s”])/g)) {
      const particle = (text.textContent ?? '').indexOf('นะ', index + 1)
      if (Math.abs(topOf(text, index) - topOf(text, particle)) > 8)
        found.push(`นะ begins a line: «${text.textContent?.slice(0, 40)}»`)
    }
  return found
}
