import { describe, expect, test } from 'vitest'
import { inspect } from '#server/images/inspect.ts'
import { orientationOf } from '#server/images/orientation.ts'
import { strip } from '#server/images/strip.ts'
import {
  exifBody,
  fixture,
  jpegMetadata,
  jpegSegment,
  png,
  pngChunk,
  secrets,
  webpChunk,
  withChunks,
  withSegments,
} from '#tests/kit/images.ts'

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const found = (bytes: Uint8Array) => secrets.filter(secret => latin(bytes).includes(secret))
/** Markers of frames, tables, scans and the end of the image. */
const needed = [
  ...[0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf],
  ...[0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf],
]
/** Restart markers, the start of the image and the temporary marker have no length, so they cannot be segments. */
const withoutLength = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8]
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

  test('removes every segment that is not needed to decode the picture, whatever its marker', () => {
    const plain = strip(fixture('receipt.jpg'), 'image/jpeg')
    const markers = Array.from({ length: 0xff - 0x02 }, (_, index) => index + 0x02).filter(
      marker => !needed.includes(marker) && !withoutLength.includes(marker),
    )
    const segments = markers.map(marker => jpegSegment(marker, Buffer.from('secret place')))
    const noisy = withSegments(fixture('receipt.jpg'), ...segments)
    expect(strip(noisy, 'image/jpeg')).toEqual(plain)
  })

  test('keeps of Adobe’s segment only the colour transform', () => {
    const adobe = Buffer.from('Adobe\0\x64\0\0\0\0\x01secret place', 'latin1')
    const kept = Buffer.from(
      strip(withSegments(fixture('receipt.jpg'), jpegSegment(0xee, adobe)), 'image/jpeg'),
    )
    expect(kept.includes(jpegSegment(0xee, adobe.subarray(0, 12)))).toBe(true)
    expect(found(kept)).toEqual([])
    const other = strip(
      withSegments(fixture('receipt.jpg'), jpegSegment(0xee, Buffer.from('secret place'))),
      'image/jpeg',
    )
    expect(found(other)).toEqual([])
  })

  test('removes bytes between the segments of a scan and the end', () => {
    const photo = fixture('receipt.jpg')
    const comment = jpegSegment(0xfe, Buffer.from('secret place'))
    const noisy = Buffer.concat([photo.subarray(0, -2), comment, photo.subarray(-2)])
    expect(strip(noisy, 'image/jpeg')).toEqual(strip(photo, 'image/jpeg'))
  })

  test('stripping again changes nothing', () => {
    const once = strip(fixture('receipt-gps.jpg'), 'image/jpeg')
    expect(strip(once, 'image/jpeg')).toEqual(once)
  })
})

describe('orientation', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])('%i is returned', value =>
    expect(orientationOf(exifBody(value))).toBe(value),
  )

  test.each([0, 1, 9, 255])('%i is ignored', value => expect(orientationOf(exifBody(value))).toBeNull())

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

test('PNG: removes unknown chunks and frames of an animation', () => {
  const chunks = ['acTL', 'fcTL', 'fdAT', 'juNk', 'sPLT', 'hIST', 'dSIG', 'iTXt'].map(type =>
    pngChunk(type, Buffer.from('secret place')),
  )
  expect(Buffer.from(strip(png(300, 200, 5, chunks), 'image/png'))).toEqual(png(300, 200, 5))
})

test('PNG: removes chunks that are longer than the standard allows', () => {
  const chunks = ['gAMA', 'cHRM', 'sRGB', 'sBIT', 'pHYs', 'bKGD'].map(type =>
    pngChunk(type, Buffer.from('a secret place that is much longer than any of these')),
  )
  expect(Buffer.from(strip(png(300, 200, 5, chunks), 'image/png'))).toEqual(png(300, 200, 5))
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

  /** Builds an animation of one frame from a picture with a VP8 or VP8L chunk. */
  const animation = (frameChunks: readonly Buffer[]) => {
    const canvas = Buffer.from([0x02, 0, 0, 0, 239, 0, 0, 63, 1, 0])
    const frame = Buffer.concat([
      Buffer.from([0, 0, 0, 0, 0, 0, 239, 0, 0, 63, 1, 0, 100, 0, 0, 0]),
      ...frameChunks,
    ])
    const body = Buffer.concat([
      Buffer.from('WEBP'),
      webpChunk('VP8X', canvas),
      webpChunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
      webpChunk('ANMF', frame),
    ])
    return webpChunk('RIFF', body)
  }
  const picture = () => fixture('receipt.webp').subarray(12)

  test('removes metadata and unknown chunks from the frames of an animation', () => {
    const secret = ['EXIF', 'XMP ', 'ICCP', 'junk'].map(type => webpChunk(type, Buffer.from('secret place!')))
    const pictureOnly = chunkOf(picture())
    const noisy = animation([...secret, pictureOnly, ...secret])
    expect(inspect(noisy)).toEqual({ type: 'image/webp', width: 240, height: 320 })
    expect(strip(noisy, 'image/webp')).toEqual(new Uint8Array(animation([pictureOnly])))
  })

  /** Returns the first picture chunk of a list of chunks. */
  function chunkOf(chunks: Buffer): Buffer {
    for (let at = 0; at < chunks.length; ) {
      const length = chunks.readUInt32LE(at + 4)
      const end = at + 8 + length + (length % 2)
      if (['VP8 ', 'VP8L'].includes(chunks.toString('latin1', at, at + 4))) return chunks.subarray(at, end)
      at = end
    }
    throw new Error('the fixture has no picture')
  }

  test('removes bytes after the fields that the format defines', () => {
    const photo = fixture('receipt-alpha.webp')
    const plain = strip(photo, 'image/webp')
    const grown = Buffer.concat([photo.subarray(12, 30), Buffer.from('secret place'), photo.subarray(30)])
    grown.writeUInt32LE(10 + 12, 4)
    const noisy = webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), grown]))
    expect(strip(noisy, 'image/webp')).toEqual(plain)
  })
})
