import { expect, test } from 'vitest'
import { measure, type Pixels, photoProblem, QUALITY_LIMITS } from '#src/platform/photo-quality.ts'

/** Size of the generated pictures in pixels: a 3:4 photo, scaled to the width that is measured. */
const [WIDTH, HEIGHT] = [480, 640]

type Grey = Float64Array

/** Draws a receipt on a table: bright paper with `lines` rows of letter-sized marks. */
function receipt(lines = 22, paper = 245, table = 100): Grey {
  const grey = new Float64Array(WIDTH * HEIGHT).fill(table)
  for (let y = 40; y < 600; y++) for (let x = 80; x < 400; x++) grey[y * WIDTH + x] = paper
  let random = 7
  for (let line = 0; line < lines; line++)
    for (let letter = 0; letter < 26; letter++)
      for (let stroke = 0; stroke < 4; stroke++) {
        random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
        const x0 = 100 + letter * 11 + (random % 6)
        const y0 = 60 + line * 24 + ((random >> 8) % 8)
        const isTall = stroke % 2 === 0
        for (let i = 0; i < 8; i++) {
          const at = (y0 + (isTall ? i : 0)) * WIDTH + x0 + (isTall ? 0 : i)
          grey[at] = 40
        }
      }
  return grey
}

/** Applies a box blur of 2 × radius + 1 pixels three times, which approximates a Gaussian blur. */
function blurred(grey: Grey, radius: number): Grey {
  let from = grey
  for (let pass = 0; pass < 3; pass++)
    for (const step of [1, WIDTH]) {
      const to = new Float64Array(from.length)
      for (let i = 0; i < from.length; i++) {
        let sum = 0
        for (let k = -radius; k <= radius; k++) sum += from[i + k * step] ?? from[i] ?? 0
        to[i] = sum / (2 * radius + 1)
      }
      from = to
    }
  return from
}

const scaled = (grey: Grey, factor: number): Grey => grey.map(value => value * factor)

/** Adds noise like a small sensor's, by up to `most` levels in both directions. */
function noisy(grey: Grey, most: number): Grey {
  let random = 11
  return grey.map(value => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.max(0, Math.min(255, value + ((random / 2_147_483_648) * 2 - 1) * most))
  })
}

function pixelsOf(grey: Grey): Pixels {
  const data = new Uint8ClampedArray(grey.length * 4)
  for (let i = 0; i < data.length; i++) data[i] = i % 4 === 3 ? 255 : (grey[i >> 2] ?? 0)
  return { width: WIDTH, height: HEIGHT, data }
}

test.each([
  ['a full receipt', receipt()],
  ['a short receipt', receipt(4)],
  ['a receipt on a white table', receipt(22, 245, 235)],
  ['a receipt on a black table', receipt(22, 245, 10)],
  ['a receipt in dim light', scaled(receipt(), 0.5)],
  ['a noisy photo', noisy(receipt(), 12)],
  ['a photo that is slightly soft, as after a reduction', blurred(receipt(), 0)],
])('finds nothing wrong with %s', (_, grey) => expect(photoProblem(pixelsOf(grey))).toBeNull())

test.each([
  ['in the dark', scaled(receipt(), 0.25)],
  ['in the dark, with noise', noisy(scaled(receipt(), 0.2), 6)],
  ['of nothing, with the lens covered', new Float64Array(WIDTH * HEIGHT).fill(3)],
])('calls a photo %s dark', (_, grey) => expect(photoProblem(pixelsOf(grey))).toBe('dark'))

test.each([
  ['out of focus', blurred(receipt(), 3)],
  ['of a short receipt, out of focus', blurred(receipt(4), 3)],
  ['taken in motion', blurred(receipt(), 6)],
  ['of white paper without print', receipt(0, 240, 238)],
])('calls a photo %s blurred', (_, grey) => expect(photoProblem(pixelsOf(grey))).toBe('blurred'))

test('the thresholds are in the middle of what good and bad pictures measure', () => {
  const sharp = measure(pixelsOf(receipt(4))).sharpness
  const soft = measure(pixelsOf(blurred(receipt(), 3))).sharpness
  expect(sharp).toBeGreaterThan(QUALITY_LIMITS.sharpness * 1.5)
  expect(soft).toBeLessThan(QUALITY_LIMITS.sharpness / 1.5)
})
