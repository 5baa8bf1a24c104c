// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { ids } from '#src/platform/ids.ts'
import { createPhotos } from '#src/platform/photos.ts'

const original = new Uint8Array(9000).map((_, i) => i % 251)
const file = (type = 'image/jpeg') => new Blob([original], { type })

/** Stubs a phone's decoder and canvas. `pixels` returns the colour at a position. `encoded` is the canvas's output. */
function phone(
  canvas: { pixels: (x: number, y: number) => number; encoded: Blob | null } | null,
  width = 1200,
  height = width * 2,
) {
  const turned: number[] = []
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => {} }))
  const context = {
    fillRect: () => {},
    translate: () => {},
    rotate: (angle: number) => turned.push(Math.round((angle * 2) / Math.PI)),
    drawImage: () => {},
    getImageData: (x: number, y: number) => ({ data: [canvas?.pixels(x, y)] }),
  }
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    if (name !== 'canvas') return create(name)
    const made = {
      width: 0,
      height: 0,
      toBlob: (done: (blob: Blob | null) => void) => done(canvas?.encoded ?? null),
    }
    return {
      ...made,
      getContext: () => canvas && Object.assign(context, { canvas: { width: 800, height: 1600 } }),
    } as unknown as HTMLElement
  })
  return { photos: createPhotos(ids), turned }
}

const drawn = new Blob([new Uint8Array(6000)], { type: 'image/jpeg' })
const lively = (x: number, y: number) => x + y

test('sends the canvas’s output, rotated as requested', async () => {
  const { photos, turned } = phone({ pixels: lively, encoded: drawn })
  const reply = await photos.prepare(file(), -1)
  expect(reply).toMatchObject({ ok: true, photo: { type: 'image/jpeg', width: 1600, height: 800 } })
  expect(reply.ok && reply.photo.bytes.byteLength).toBe(6000)
  expect(turned).toEqual([3])
})

test('a prepared photo has no Blob: WebKit stores none in a private tab, and the app would take the database for lost', async () => {
  const { photos } = phone({ pixels: lively, encoded: drawn })
  const reply = await photos.prepare(file(), 0)
  if (!reply.ok) throw new Error(reply.reason)
  expect(Object.keys(reply.photo).sort()).toEqual(['bytes', 'height', 'sha256', 'type', 'width'])
})

const sizes = {
  'a photo from a phone': [3000, 4000, 1200, 1600],
  'a long screenshot': [1080, 9000, 600, 5000],
  'a narrow strip': [300, 2400, 300, 2400],
  'a strip longer than the server accepts': [400, 20_000, 240, 12_000],
  'a small picture': [640, 480, 640, 480],
} as const

test.each(Object.entries(sizes))('sends %s at a readable size', async (_, [w, h, width, height]) => {
  const { photos } = phone({ pixels: lively, encoded: drawn }, w, h)
  expect(await photos.prepare(file(), 0)).toMatchObject({ ok: true, photo: { width, height } })
})

test('does not send an oversized original if the canvas fails', async () => {
  expect(await phone(null, 8000, 6000).photos.prepare(file(), 0)).toEqual({ ok: false, reason: 'too-large' })
  const strip = await phone({ pixels: lively, encoded: drawn }, 250, 20_000).photos.prepare(file(), 0)
  expect(strip).toEqual({ ok: false, reason: 'too-small' })
})

const spoilt = {
  'a refused canvas': null,
  'a canvas with only one colour': { pixels: () => 255, encoded: drawn },
  'a canvas that encodes nothing': { pixels: lively, encoded: null },
  'a canvas that encodes another type': {
    pixels: lively,
    encoded: new Blob([new Uint8Array(6000)], { type: 'image/png' }),
  },
  'a canvas whose output is implausibly small': {
    pixels: lively,
    encoded: new Blob([new Uint8Array(900)], { type: 'image/jpeg' }),
  },
}

test.each(Object.entries(spoilt))(
  'sends the unchanged original for %s, even if it should be rotated',
  async (_, canvas) => {
    const { photos } = phone(canvas)
    for (const turns of [0, 1]) {
      const reply = await photos.prepare(file(), turns)
      if (!reply.ok) throw new Error(reply.reason)
      expect(new Uint8Array(reply.photo.bytes)).toEqual(original)
      expect(reply.photo).toMatchObject({ type: 'image/jpeg', width: 1200, height: 2400 })
      expect(reply.photo.sha256).toBe(await ids.sha256(original))
    }
  },
)

test('does not send an original of an unsupported type if the canvas fails', async () => {
  const { photos } = phone(null)
  expect(await photos.prepare(file('image/heic'), 0)).toEqual({ ok: false, reason: 'unreadable' })
})

test('refuses pictures that are too small and files that are not images', async () => {
  expect(await phone(null, 90).photos.prepare(file(), 0)).toEqual({ ok: false, reason: 'too-small' })
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  expect(await createPhotos(ids).prepare(file(), 0)).toEqual({ ok: false, reason: 'unreadable' })
})

test('treats a file removed during preparation as unreadable', async () => {
  const { photos } = phone(null)
  const gone = Object.assign(file(), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  })
  expect(await photos.prepare(gone, 0)).toEqual({ ok: false, reason: 'unreadable' })
})
