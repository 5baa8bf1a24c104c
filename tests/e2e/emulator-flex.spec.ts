import type { Locator, Page } from '@playwright/test'
import { FLEX_GALLERY } from '#emulator-tests/fixtures/flex/gallery.ts'
import { expect, test } from '#emulator-tests/kit/liff-test.ts'
import { broadcast, openChat } from '#tests/kit/panel-chat.ts'
import { violationsIn } from '#tools/axe.ts'

/**
 * Measures Flex Messages in the panel's chat. The expected pixel values come from LINE's reference and its Flex Message
 * Simulator.
 */
test.use({ viewport: { width: 1440, height: 1200 }, locale: 'en-US' })

const NAMES = Object.keys(FLEX_GALLERY)
const BOX = '[data-block="body"] > div > div'

/** Sends the gallery. Returns a function that finds a message by its name. */
async function gallery(page: Page, host: Parameters<typeof broadcast>[0]): Promise<Find> {
  await host.load('friend')
  await broadcast(host, Object.values(FLEX_GALLERY) as object[])
  const chat = await openChat(page, host)
  await page.getByRole('combobox', { name: 'Phone' }).selectOption({ index: 4 })
  await expect(chat.getByRole('article')).toHaveCount(NAMES.length)
  return (name: string) => chat.getByRole('article').nth(NAMES.indexOf(name))
}

type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Returns the positions and sizes of the elements in the bubble, in CSS pixels with one decimal. */
function rects(message: Locator, selector: string): Promise<Rect[]> {
  return message.evaluate((article, wanted) => {
    const bubble = article.querySelector('[data-size]')?.getBoundingClientRect()
    const round = (value: number) => Math.round(value * 10) / 10
    return [...article.querySelectorAll(wanted)].map(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const [left, top] = [x - (bubble?.x ?? 0), y - (bubble?.y ?? 0)]
      return { x: round(left), y: round(top), width: round(width), height: round(height) }
    })
  }, selector)
}

/** Returns a computed style property of each element. */
function styles(message: Locator, selector: string, property: string): Promise<string[]> {
  return message.evaluate(
    (article, [wanted = '', name = '']) =>
      [...article.querySelectorAll(wanted)].map(element => getComputedStyle(element).getPropertyValue(name)),
    [selector, property],
  )
}

const widths = async (message: Locator, selector: string) =>
  (await rects(message, selector)).map(({ width }) => width)
/** Returns the distances between neighbours in whole pixels, horizontally (`x`) or vertically (`y`). */
const gaps = (boxes: readonly Rect[], side: 'x' | 'y') => {
  const size = side === 'x' ? 'width' : 'height'
  const between = (box: Rect, before: Rect) => Math.round(box[side] - before[side] - before[size])
  return boxes.slice(1).flatMap((box, at) => (boxes[at] ? between(box, boxes[at]) + 0 : []))
}

type Find = (name: string) => Locator

async function expectSizes(message: Find): Promise<void> {
  const bubbles = await Promise.all(
    ['nano', 'micro', 'deca', 'hecto', 'kilo', 'mega'].map(size =>
      widths(message(`size ${size}`), '[data-size]'),
    ),
  )
  expect(bubbles.flat()).toEqual([120, 160, 220, 241, 260, 300])
  expect((await widths(message('size giga'), '[data-size]'))[0]).toBeGreaterThan(300)
  expect(await styles(message('text sizes'), 'p[class*="text"]', 'font-size')).toEqual(
    [11, 13, 14, 16, 19, 22, 29, 35, 48, 74, 10].map(size => `${size}px`),
  )
  const images = await rects(message('image sizes'), '[data-size] img')
  expect(images.map(({ width }) => width)).toEqual([
    ...[40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 260, 130, 30],
  ])
  for (const { width, height } of images) expect(height).toBe(width / 2)
  const icons = await rects(message('icons'), '[data-size] img')
  expect(icons.map(({ width, height }) => [width, height])).toEqual([
    ...[
      [11, 11],
      [16, 16],
      [35, 35],
      [66, 22],
    ],
  ])
  const buttons = await rects(message('buttons'), '[data-size] button')
  expect(buttons.map(({ width, height }) => [width, height])).toEqual([
    ...[
      [260, 52],
      [260, 52],
      [260, 52],
      [260, 40],
      [126, 52],
      [126, 52],
    ],
  ])
}

async function expectShares(message: Find): Promise<void> {
  const shares = await rects(message('shares'), `${BOX} > *`)
  const [one = 0, two = 0, three = 0, fitting = 0, rest = 0, ...fixed] = shares.map(({ width }) => width)
  expect([Math.round(one + two + three), Math.round(two / one), Math.round(three / one)]).toEqual([260, 2, 3])
  const [content] = await widths(message('shares'), `${BOX} p`)
  expect([Math.round(fitting + rest), fitting < 200, fitting > 100, content]).toEqual([
    260,
    true,
    true,
    expect.any(Number),
  ])
  expect(fixed).toEqual([60, 200, 65, 30])
  const boxes = await rects(message('shares'), BOX)
  expect(boxes.map(({ height }) => height)).toEqual([22.4, 22.4, 22.4, 22.4])
  const filled = await rects(message('fillers'), `${BOX} > *`)
  expect((filled[2]?.width ?? 0) / (filled[0]?.width ?? 1)).toBeCloseTo(2, 1)
}

async function expectSpaces(message: Find): Promise<void> {
  const rows = await rects(message('spacing'), `${BOX} > *`)
  const inRows = Array.from({ length: 8 }, (_, at) => gaps(rows.slice(at * 3, at * 3 + 3), 'x'))
  expect(inRows).toEqual([0, 2, 4, 8, 12, 16, 20, 7].map(gap => [gap, gap]))
  const margins = await rects(message('margins'), BOX)
  const own = gaps(margins, 'y')
  expect(margins[0]?.y).toBe(19)
  expect(own).toEqual([2, 4, 8, 12, 16, 20, 33])
  const [outer, inner] = [await rects(message('padding'), BOX), await rects(message('padding'), `${BOX} > *`)]
  expect(inner.slice(0, 8).map((box, at) => box.x - (outer[at]?.x ?? 0))).toEqual([
    0, 2, 4, 8, 12, 16, 20, 11,
  ])
  const [percent, mixed] = [inner[8], inner[9]]
  expect((percent?.x ?? 0) - (outer[8]?.x ?? 0)).toBeCloseTo(26.8, 0)
  expect((mixed?.y ?? 0) - (outer[9]?.y ?? 0)).toBe(30)
  expect((mixed?.width ?? 0) + 2 + 20).toBe(outer[9]?.width)
  expect(await styles(message('corners'), BOX, 'border-top-left-radius')).toEqual(
    [0, 2, 4, 8, 12, 16, 20, 50].map(radius => `${radius}px`),
  )
  expect(await styles(message('borders'), BOX, 'border-top-width')).toEqual(
    // A browser draws the half pixel of `light` as a whole pixel.
    [0, 1, 1, 2, 3, 4, 7].map(width => `${width}px`),
  )
}

async function expectBlocks(message: Find): Promise<void> {
  const blocks = await rects(message('blocks'), '[data-block]')
  expect(gaps(blocks, 'y')).toEqual([0, 0, 0])
  expect(
    await message('blocks')
      .locator('[data-block]')
      .evaluateAll(all => all.map(each => each.dataset.block)),
  ).toEqual([...['header', 'hero', 'body', 'footer']])
  expect(blocks[1]).toMatchObject({ x: 0, width: 300, height: 195 })
  const texts = await rects(message('blocks'), '[data-block] p')
  expect(texts.map(({ x }) => x)).toEqual([20, 20, 10])
  expect(await styles(message('blocks'), '[data-block]', 'background-color')).toEqual([
    ...['rgb(230, 244, 234)', 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)', 'rgb(253, 234, 236)'],
  ])
  expect(await styles(message('blocks'), '[data-block]', 'border-top-width')).toEqual([
    '0px',
    '0px',
    '1px',
    '1px',
  ])
  for (const [size, start, top] of [
    ['nano', 10, 10],
    ['kilo', 13, 13],
    ['hecto', 14, 11],
    ['mega', 20, 19],
  ] as const)
    expect((await rects(message(`size ${size}`), 'p[class*="text"]'))[0]).toMatchObject({ x: start, y: top })
}

async function expectTexts(message: Find): Promise<void> {
  const texts = await rects(message('text wrapping'), 'p[class*="text"]')
  const [cut, wrapped, clamped, spaced, shrunk] = texts.map(({ height }) => height)
  expect([cut, clamped, spaced]).toEqual([22.4, 44.8, 84.8])
  expect(wrapped).toBeGreaterThan(45)
  const sizes = await styles(message('text wrapping'), 'p[class*="text"]', 'font-size')
  expect(Number.parseFloat(sizes[4] ?? '')).toBeLessThan(22)
  expect(shrunk).toBeLessThan(30)
  expect(texts.every(({ width }) => width <= 260)).toBe(true)
  expect(await styles(message('spans'), 'p span', 'font-size')).toEqual(['22px', '16px', '16px'])
  expect(await styles(message('spans'), 'p span', 'font-weight')).toEqual(['400', '700', '400'])
  await expect(message('spans')).not.toContainText('not shown')
}

async function expectPlaces(message: Find): Promise<void> {
  const justified = await rects(message('justify'), `${BOX} > *`)
  expect(justified.map(({ x }) => Math.round(x - 20))).toEqual([
    ...[0, 40, 90, 130, 180, 220, 0, 220, 45, 175, 60, 160],
  ])
  const [start, center, end] = [0, 2, 4].map(at => at)
  const aligned = await rects(message('align'), `${BOX} > *`)
  const tops = [start, center, end].map(at => (aligned[at ?? 0]?.y ?? 0) - (aligned[(at ?? 0) + 1]?.y ?? 0))
  expect(tops).toEqual([0, 20, 40])
  expect(aligned[6]?.x).toBe(125)
  const [top, middle, bottom] = (await rects(message('gravity'), `${BOX} p`)).map(({ y }) =>
    Math.round(y - 19),
  )
  expect([top, middle, bottom]).toEqual([0, 34, 68])
  const box = (await rects(message('absolute'), BOX))[0]
  const corner = (await rects(message('absolute'), `${BOX} > div[class*="box"]`))[0]
  expect([(corner?.y ?? 0) - (box?.y ?? 0), 300 - 20 - (corner?.x ?? 0) - (corner?.width ?? 0)]).toEqual([
    10, 20,
  ])
  const [first, , moved] = await rects(message('absolute'), `${BOX} p`)
  expect([(moved?.x ?? 0) - (first?.x ?? 0), Math.round((moved?.y ?? 0) - (first?.y ?? 0))]).toEqual([20, 27])
  const [right, left] = await rects(message('right to left'), `${BOX} p`)
  expect([
    (right?.x ?? 0) + (right?.width ?? 0),
    Math.round((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)),
  ]).toEqual([280, 16])
}

async function expectPictures(message: Find): Promise<void> {
  expect(await styles(message('image modes'), '[data-size] img', 'object-fit')).toEqual([
    'contain',
    'cover',
    'contain',
    'contain',
  ])
  const modes = await rects(message('image modes'), '[data-size] img')
  expect(modes.map(({ width, height }) => [width, height])).toEqual([
    [100, 100],
    [100, 100],
    [60, 180],
    [80, 26.7],
  ])
  expect(modes.map(({ x }) => x)).toEqual([100, 100, 20, 200])
  expect(await styles(message('gradient'), BOX, 'background-image')).toEqual([
    'linear-gradient(90deg, rgb(255, 0, 0), rgb(0, 0, 255))',
    'linear-gradient(0deg, rgb(255, 0, 0), rgb(255, 255, 255) 10%, rgb(0, 0, 255))',
  ])
  const items = await rects(message('equal heights'), '[data-size]')
  expect(items[0]?.height).toBe(items[1]?.height)
  expect(items.map(({ width }) => width)).toEqual([300, 300])
  const tiles = await rects(message('cover'), '[data-block="body"] > div > *')
  expect(tiles[0]).toMatchObject({ x: 0, y: 0, width: 300, height: 450 })
  expect((tiles[1]?.y ?? 0) + (tiles[1]?.height ?? 0)).toBe(450)
  expect(tiles[2]).toMatchObject({ x: 18, y: 18, width: 53, height: 25 })
}

const LOOKS: readonly (readonly [what: string, check: (message: Find) => Promise<void>])[] = [
  ['bubbles, texts, images, icons and buttons have the sizes of their keywords', expectSizes],
  ['the parts of a row share its width, and those of a column have their own height', expectShares],
  ['spacing, margins, padding, corners and borders have the pixels of their keywords', expectSpaces],
  ['blocks are in order, with their own padding, colours and lines', expectBlocks],
  ['a text has one line, wraps, ends after its lines or shrinks', expectTexts],
  ['parts are aligned, moved and placed over others', expectPlaces],
  ['pictures, gradients and carousels look as their properties say', expectPictures],
] as const

test('Flex Messages look as LINE draws them, and are accessible except for the colours of their authors', async ({
  page,
  host,
}) => {
  const message = await gallery(page, host)
  for (const [what, check] of LOOKS) await test.step(what, () => check(message))
  // Dark mode changes only colours, which the authors of these messages choose.
  const found = await violationsIn(page, '[data-chat]')
  expect(found.filter(({ id }) => id !== 'color-contrast')).toEqual([])
})
