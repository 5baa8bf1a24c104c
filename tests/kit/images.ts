import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { greyPng } from '#emulator-tests/kit/png.ts'

export { png, pngChunk } from '#emulator-tests/kit/png.ts'

/** Reads an image of 240 x 320 pixels that a real browser encoded. */
export function fixture(
  name: 'receipt.jpg' | 'receipt-gps.jpg' | 'receipt.webp' | 'receipt-alpha.webp',
): Buffer {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url))
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Strings in the metadata of the test images. Stored images must not contain them. */
export const secrets = ['PhoneMaker', 'secret place', 'ns.adobe.com/xap', 'GPSPOSITION']
export function jpegSegment(marker: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Inserts segments after the first two bytes of a JPEG. */
export const withSegments = (jpeg: Uint8Array, ...segments: Uint8Array[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

/** Builds the body of an EXIF segment such as a phone writes: maker, orientation and location (GPSLatitude). */
export function exifBody(orientation: number): Buffer {
  const tiff = Buffer.alloc(140)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(3, 8)
  entry(tiff, 10, 0x010f, 2, 11, 60)
  entry(tiff, 22, 0x0112, 3, 1, orientation)
  entry(tiff, 34, 0x8825, 4, 1, 80)
  tiff.write('PhoneMaker\0', 60, 'latin1')
  tiff.writeUInt16LE(1, 80)
  entry(tiff, 82, 0x0002, 5, 3, 100)
  for (const [index, value] of [13, 1, 45, 1, 2314, 100].entries()) tiff.writeUInt32LE(value, 100 + index * 4)
  tiff.write('GPSPOSITION', 125, 'latin1')
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
}

function entry(tiff: Buffer, at: number, tag: number, type: number, count: number, value: number): void {
  tiff.writeUInt16LE(tag, at)
  tiff.writeUInt16LE(type, at + 2)
  tiff.writeUInt32LE(count, at + 4)
  tiff.writeUInt32LE(value, at + 8)
}

/** Builds the metadata segments that phones and editors add to a JPEG: EXIF with a location, XMP, and a comment. */
export const jpegMetadata = (orientation: number): Buffer[] => [
  jpegSegment(0xe1, exifBody(orientation)),
  jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>secret place</x:xmpmeta>')),
  jpegSegment(0xfe, Buffer.from('secret place')),
]

/** Builds a chunk of a WebP file, padded to an even length. */
export function webpChunk(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
export function withChunks(webp: Uint8Array, chunks: Readonly<Record<string, Uint8Array>>): Buffer {
  const added = Object.entries(chunks).map(([type, body]) => webpChunk(type, body))
  const whole = Buffer.concat([webp, ...added])
  whole.writeUInt32LE(whole.length - 8, 4)
  whole[20] = (whole[20] ?? 0) | 0x08 | 0x04
  return whole
}

/** A change that `pictureOf` makes to a picture while its subject stays the same. */
type Change = 'turned' | 'mirrored' | 'smaller' | 'framed'

/** Builds a greyscale PNG of soft shapes. Each `seed` gives a different picture. */
export function pictureOf(seed: number, change?: Change): Buffer {
  const [width, height] = change === 'turned' ? [320, 240] : change === 'smaller' ? [210, 280] : [240, 320]
  const bar = change === 'framed' ? 100 : 0
  const shapes = Array.from({ length: 40 }, (_, at) => {
    const random = (salt: number) => (Math.imul(seed * 1000 + at * 7 + salt, 0x9e3779b1) >>> 8) / 2 ** 24
    return { x: random(1), y: random(2), size: 0.02 + random(3) * 0.1, light: random(4) - 0.5 }
  })
  const lightAt = (x: number, y: number): number =>
    shapes.reduce(
      (sum, { x: left, y: top, size, light }) =>
        sum + 200 * light * Math.exp(-((x - left) ** 2 + (y - top) ** 2) / (2 * size * size)),
      130,
    )
  const rows = Buffer.alloc((width + 1) * (height + 2 * bar))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [(x + 0.5) / width, (y + 0.5) / height]
      const light =
        change === 'turned'
          ? lightAt(down, 1 - across)
          : lightAt(change === 'mirrored' ? 1 - across : across, down)
      rows[(bar + y) * (width + 1) + 1 + x] = Math.max(20, Math.min(235, Math.round(light)))
    }
  return greyPng(width, height + 2 * bar, rows)
}
