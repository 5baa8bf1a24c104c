import { expect, test } from 'vitest'
import { MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { pieceOf } from '#server/images/content-range.ts'

test('returns the position of a piece, also of the last one', () => {
  expect(pieceOf('bytes 0-3/10', 4)).toEqual({ start: 0, total: 10 })
  expect(pieceOf('bytes 6-9/10', 4)).toEqual({ start: 6, total: 10 })
  expect(pieceOf(null, 4)).toBeNull()
})

test.each([
  ['bytes 7-10/10', 4],
  ['bytes 6-9/10', 3],
  ['bytes 6-9/10', 5],
  ['bytes 5-4/10', 0],
  ['bytes 6-9/*', 4],
])('refuses the range %s of a body of %d bytes', (header, length) =>
  expect(() => pieceOf(header, length)).toThrow('VALIDATION'),
)

test('refuses a piece of a file that would be too large', () => {
  expect(pieceOf(`bytes 0-0/${MAX_IMAGE_BYTES}`, 1)).toEqual({ start: 0, total: MAX_IMAGE_BYTES })
  expect(() => pieceOf(`bytes 0-0/${MAX_IMAGE_BYTES + 1}`, 1)).toThrow('TOO_LARGE')
})
