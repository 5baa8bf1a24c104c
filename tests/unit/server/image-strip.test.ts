// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { inspect } from '#server/images/inspect.ts'
import { orientationOf } from '#server/images/orientation.ts'
import { strip } from '#server/images/strip.ts'
import {
  exifBody,
  fixture,
  jpegMetadata,
  png,
  pngChunk,
  secrets,
  withChunks,
  withSegments,
} from '#tests/kit/images.ts'

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const found = (bytes: Uint8Array) => secrets.filter(secret => latin(bytes).includes(secret))
const SCAN = Buffer.from([0xff, 0xda])

describe('JPEG', () => {
  test('removes location, camera, XMP and comment, and keeps the image data byte for byte', () => {
    const photo = fixture('receipt-gps.jpg')
    expect(found(photo)).toEqual(secrets)
    const kept = strip(photo, 'image/jpeg')
    expect(found(kept)).toEqual([])
    expect(inspect(kept)).toEqual(inspect(photo))
    expect(Buffer.from(kept).subarray(Buffer.from(kept).indexOf(SCAN))).toEqual(
      photo.subarray(photo.indexOf(SCAN)),
    )
  })

  test('keeps the orientation and nothing else of EXIF', () => {
    const kept = Buffer.from(strip(fixture('receipt-gps.jpg'), 'image/jpeg'))
    const at = kept.indexOf('Exif\0\0', 0, 'latin1')
    expect(orientationOf(kept.subarray(at))).toBe(6)
    expect(kept.lastIndexOf('Exif', undefined, 'latin1')).toBe(at)
    expect(kept.readUInt16BE(at - 2)).toBe(34)
  })

  test('removes EXIF completely if the image is not rotated', () => {
    const photo = withSegments(fixture('receipt.jpg'), ...jpegMetadata(1))
    expect(latin(strip(photo, 'image/jpeg'))).not.toContain('Exif')
  })

  test('removes a web page appended to the image', () => {
    const photo = Buffer.concat([fixture('receipt.jpg'), Buffer.from('<script>alert(1)</script>')])
    expect(latin(strip(photo, 'image/jpeg'))).not.toContain('<script>')
  })

  test('stripping again changes nothing', () => {
    const once = strip(fixture('receipt-gps.jpg'), 'image/jpeg')
    expect(strip(once, 'image/jpeg')).toEqual(once)
  })
})

describe('orientation', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('%i is returned', value => {
    expect(orientationOf(exifBody(value))).toBe(value)
  })

  test.each([0, 1, 9, 255])('%i is ignored', value => {
    expect(orientationOf(exifBody(value))).toBeNull()
  })

  test('a directory that points outside the segment is ignored', () => {
    const body = exifBody(6)
    body.writeUInt32LE(100_000, 10)
    expect(orientationOf(body)).toBeNull()
  })
})

test('PNG: removes EXIF, texts and times, and keeps the image', () => {
  const chunks = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME', 'iCCP'].map(type =>
    pngChunk(type, Buffer.from('secret place')),
  )
  const plain = png(300, 200, 5)
  const noisy = Buffer.concat([png(300, 200, 5, chunks), Buffer.from('<script>')])
  expect(Buffer.from(strip(noisy, 'image/png'))).toEqual(plain)
})

describe('WebP', () => {
  test.each(['receipt.webp', 'receipt-alpha.webp'] as const)(
    '%s: removes EXIF, XMP and colour profile, and corrects sizes and flags',
    name => {
      const photo = withChunks(fixture(name), {
        EXIF: Buffer.from('PhoneMaker GPSPOSITION'),
        'XMP ': Buffer.from('secret place'),
      })
      const kept = Buffer.from(strip(photo, 'image/webp'))
      expect(found(kept)).toEqual([])
      expect(latin(kept)).not.toContain('ICCP')
      expect(inspect(kept)).toEqual(inspect(photo))
      expect(kept.readUInt32LE(4)).toBe(kept.length - 8)
      expect((kept[20] ?? 0) & 0x2c).toBe(0)
      expect((kept[20] ?? 0) & 0x10).toBe(name === 'receipt-alpha.webp' ? 0x10 : 0)
    },
  )
})
