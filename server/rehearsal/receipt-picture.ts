import { crc32, deflateSync } from 'node:zlib'
import type { Grey } from '#server/images/fingerprint/grey.ts'
import type { Random } from '#server/random.ts'
import { type Purchase, receiptPaper } from './receipt-paper.ts'
import { photograph, shotOf } from './receipt-photo.ts'
import { fractionsOf } from './seeded-random.ts'

/** From dark to bright: ink, wood in the shadow, wood in the light, paper in the shadow, paper. */
const COLOURS = [
  { at: 0, rgb: [24, 22, 24] },
  { at: 60, rgb: [74, 52, 38] },
  { at: 140, rgb: [160, 124, 92] },
  { at: 185, rgb: [206, 200, 192] },
  { at: 255, rgb: [255, 253, 248] },
] as const

/**
 * Draws a PNG that looks like a photo of a receipt on a table, with the purchase printed on it. No two pictures are the
 * same, because the products, the light and the angle differ.
 */
export function receiptPicture(purchase: Purchase, random: Random): Buffer {
  const fractions = fractionsOf(random)
  // A noisy picture would be five times as large.
  return png(photograph(receiptPaper(purchase, fractions), { ...shotOf(fractions), noise: 0 }))
}

function png({ width, height, data }: Grey): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Each row starts with a filter byte, here 0 for "no filter".
  const rows = new Uint8ClampedArray(height * (width + 1))
  for (let y = 0; y < height; y += 1) rows.set(data.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    // 8 bits per pixel, a palette, default compression and filter, not interlaced.
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 3, 0, 0, 0])])),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The RGB colour of each brightness. */
const palette = Buffer.from(Array.from({ length: 256 }, (_, brightness) => colourOf(brightness)).flat())

function colourOf(brightness: number): number[] {
  const upper = COLOURS.findIndex(({ at }) => at >= brightness)
  const [dark, bright] = [COLOURS[Math.max(0, upper - 1)] ?? COLOURS[0], COLOURS[upper] ?? COLOURS[0]]
  const share = bright.at === dark.at ? 0 : (brightness - dark.at) / (bright.at - dark.at)
  return bright.rgb.map((value, index) => {
    const from = dark.rgb[index] ?? 0
    return Math.round(from + (value - from) * share)
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(content) >>> 0)
  return Buffer.concat([length, content, check])
}
