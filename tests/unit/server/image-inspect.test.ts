import { describe, expect, test } from 'vitest'
import { inspect, sniff } from '#server/images/inspect.ts'
import { fixture, jpegMetadata, png, pngChunk, withSegments } from '#tests/kit/images.ts'

const text = (value: string) => new TextEncoder().encode(value)

describe('kind and size from the header', () => {
  test('reads the size of a JPEG from its frame header', () =>
    expect(inspect(fixture('receipt.jpg'))).toEqual({ type: 'image/jpeg', width: 240, height: 320 }))

  test('handles metadata, fill bytes and trailing bytes of a JPEG', () => {
    const jpeg = fixture('receipt.jpg')
    const odd = Buffer.concat([
      withSegments(jpeg, ...jpegMetadata(6), Buffer.from([0xff, 0xff])),
      text('<script>'),
    ])
    // Fill bytes are allowed directly before a marker.
    expect(inspect(odd)).toEqual({ type: 'image/jpeg', width: 240, height: 320 })
  })

  test('reads the size of a PNG from its first chunk', () =>
    expect(inspect(png(300, 200))).toEqual({ type: 'image/png', width: 300, height: 200 }))

  test('reads the size of a small PNG of 361 megapixels without decoding it', () => {
    expect(inspect(png(19, 19, 0, []))).toMatchObject({ width: 19, height: 19 })
    const bomb = png(300, 300)
    bomb.writeUInt32BE(19_000, 16)
    bomb.writeUInt32BE(19_000, 20)
    expect(inspect(bomb)).toEqual({ type: 'image/png', width: 19_000, height: 19_000 })
  })

  test('reads the size of a lossy WebP, with and without transparency', () => {
    const size = { type: 'image/webp', width: 240, height: 320 }
    expect(inspect(fixture('receipt.webp'))).toEqual(size)
    expect(inspect(fixture('receipt-alpha.webp'))).toEqual(size)
  })

  test('uses the frame size of a WebP whose frame is larger than its canvas', () => {
    const webp = fixture('receipt.webp')
    webp.set([99, 0, 0, 99, 0, 0], 24)
    expect(inspect(webp)).toEqual({ type: 'image/webp', width: 240, height: 320 })
  })

  test('uses the frame size of an animated WebP whose frame is larger than its canvas', () => {
    const webp = Buffer.alloc(12 + 18 + 24)
    webp.write('RIFF', 0, 'latin1')
    webp.writeUInt32LE(webp.length - 8, 4)
    webp.write('WEBPVP8X', 8, 'latin1')
    webp.writeUInt32LE(10, 16)
    webp.write('ANMF', 30, 'latin1')
    webp.writeUInt32LE(16, 34)
    webp.writeUIntLE(5000 - 1, 38 + 6, 3)
    webp.writeUIntLE(4000 - 1, 38 + 9, 3)
    expect(inspect(webp)).toEqual({ type: 'image/webp', width: 5000, height: 4000 })
  })

  test('reads the 14-bit width and height of a lossless WebP without metadata', () => {
    const bits = (241 - 1) | ((777 - 1) << 14)
    const webp = Buffer.alloc(26)
    webp.write('RIFF', 0, 'latin1')
    webp.writeUInt32LE(18, 4)
    webp.write('WEBPVP8L', 8, 'latin1')
    webp.writeUInt32LE(5, 16)
    webp[20] = 0x2f
    webp.writeUInt32LE(bits, 21)
    expect(inspect(webp)).toEqual({ type: 'image/webp', width: 241, height: 777 })
  })
})

describe('files that are refused', () => {
  test.each([
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['GIF', text('GIF89a\x01\x00\x01\x00')],
    ['PDF', text('%PDF-1.7')],
    ['ZIP', Uint8Array.of(0x50, 0x4b, 3, 4)],
    ['nothing', new Uint8Array()],
    ['RIFF audio', text('RIFF\x00\x00\x00\x00WAVEfmt ')],
  ])('%s is not an image', (_, bytes) => {
    expect(sniff(bytes)).toBeNull()
    expect(inspect(bytes)).toBeNull()
  })

  test.each([
    ['JPEG', fixture('receipt.jpg')],
    ['PNG', png(300, 200)],
    ['WebP', fixture('receipt.webp')],
  ])('refuses a %s cut off at any byte without throwing', (_, whole) => {
    for (let length = 0; length < whole.length; length += 1)
      expect(inspect(whole.subarray(0, length)), `${length} bytes`).toBeNull()
  })

  test('never throws for an image with random bytes changed', () => {
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647)
    for (const whole of [fixture('receipt.jpg'), png(300, 200), fixture('receipt.webp')])
      for (let round = 0; round < 500; round += 1) {
        const broken = Buffer.from(whole)
        broken[random() % 200] = random() % 256
        expect(() => inspect(broken), `seed ${seed}`).not.toThrow()
      }
  })

  test('refuses a JPEG without image data', () =>
    expect(inspect(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))).toBeNull())

  test('refuses a PNG without pixels', () => {
    const whole = png(300, 200)
    const header = whole.subarray(0, 33)
    expect(inspect(Buffer.concat([header, pngChunk('IEND', new Uint8Array())]))).toBeNull()
  })
})
