import {
  IMAGE_MAX_PIXELS,
  IMAGE_SIDE_PX,
  MAX_IMAGE_BYTES,
  PHOTO_MAX_SIDE_PX,
  PHOTO_MIN_SIDE_PX,
} from '#contract/limits.ts'
import type { Ids, Photo, PhotoReply, Photos } from '#src/ports.ts'
import { MEASURED_WIDTH_PX, photoProblem } from './photo-quality.ts'

/** At this JPEG quality, a 12-megapixel photo takes about 180 KB. WebKit cannot encode WebP. */
const QUALITY = 0.75
/** A smaller encoded photo is assumed to be blank. */
const MIN_PLAUSIBLE_BYTES = 5 * 1024
/** In pixels. At the quality below, a thumbnail takes about 3 kB. */
const THUMBNAIL_PX = { width: 112, height: 144 } as const
const THUMBNAIL_QUALITY = 0.6
const accepted = ['image/jpeg', 'image/png', 'image/webp'] as const

/**
 * Prepares photos for upload: rotates them upright, scales them down and removes metadata. Scales during decoding,
 * because a canvas beyond the phone's size limit becomes blank without an error. If the canvas fails, the original is
 * sent if the server accepts its type.
 */
export function createPhotos(ids: Pick<Ids, 'sha256'>): Photos {
  async function photo(blob: Blob, type: Photo['type'], { width, height }: Size): Promise<Photo> {
    const bytes = await blob.arrayBuffer()
    return { bytes, type, width, height, sha256: await ids.sha256(new Uint8Array(bytes)) }
  }

  return {
    async prepare(file, quarterTurns): Promise<PhotoReply> {
      const original = await createImageBitmap(file).catch(() => null)
      if (original === null) return { ok: false, reason: 'unreadable' }
      try {
        const size = targetSize(original)
        if (shortOf(size) < IMAGE_SIDE_PX.min) return { ok: false, reason: 'too-small' }
        const drawn = await draw(file, original, size, quarterTurns)
        if (drawn) return { ok: true, photo: await photo(drawn.blob, 'image/jpeg', drawn) }
        const type = accepted.find(known => known === file.type)
        if (type === undefined) return { ok: false, reason: 'unreadable' }
        const { width, height } = original
        const large = longOf(original) > IMAGE_SIDE_PX.max || width * height > IMAGE_MAX_PIXELS
        if (large || file.size > MAX_IMAGE_BYTES) return { ok: false, reason: 'too-large' }
        return { ok: true, photo: await photo(file, type, { width, height }) }
      } catch {
        // The file was deleted from the gallery after the customer chose it, or the phone is out of memory.
        return { ok: false, reason: 'unreadable' }
      } finally {
        original.close()
      }
    },
    async problem(photo) {
      const canvas = await drawnTop(photo, { width: MEASURED_WIDTH_PX, height: Number.POSITIVE_INFINITY })
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
      return pixels === undefined ? null : photoProblem(pixels)
    },
    async thumbnail(photo) {
      const canvas = await drawnTop(photo, THUMBNAIL_PX)
      if (canvas === null) return null
      const blob = await new Promise<Blob | null>(resolve =>
        canvas.toBlob(resolve, 'image/jpeg', THUMBNAIL_QUALITY),
      )
      return blob?.type === 'image/jpeg' ? blob : null
    },
  }
}

/** Crops the photo below `height`. Scales by drawing, because some engines ignore the size when they decode. */
async function drawnTop(photo: Blob, { width, height }: Size): Promise<HTMLCanvasElement | null> {
  if (typeof createImageBitmap !== 'function') return null
  const original = await createImageBitmap(photo).catch(() => null)
  if (original === null) return null
  const canvas = document.createElement('canvas')
  const full = Math.max(1, Math.round((original.height / original.width) * width))
  canvas.width = width
  canvas.height = Math.min(height, full)
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(original, 0, 0, width, full)
  }
  original.close()
  return context === null ? null : canvas
}

type Size = { readonly width: number; readonly height: number }
type Drawn = Size & { readonly blob: Blob }

const longOf = ({ width, height }: Size) => Math.max(width, height)
const shortOf = ({ width, height }: Size) => Math.min(width, height)

function targetSize(original: Size): Size {
  const wanted = Math.max(PHOTO_MAX_SIDE_PX / longOf(original), PHOTO_MIN_SIDE_PX / shortOf(original))
  const scale = Math.min(1, wanted, IMAGE_SIDE_PX.max / longOf(original))
  return { width: Math.round(original.width * scale), height: Math.round(original.height * scale) }
}

async function draw(
  file: Blob,
  original: ImageBitmap,
  { width, height }: Size,
  quarterTurns: number,
): Promise<Drawn | null> {
  const small = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  }).catch(() => null)
  const turns = ((quarterTurns % 4) + 4) % 4
  const canvas = document.createElement('canvas')
  canvas.width = turns % 2 === 0 ? width : height
  canvas.height = turns % 2 === 0 ? height : width
  const context = canvas.getContext('2d')
  if (context === null) return null
  // Transparent areas would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(small ?? original, -width / 2, -height / 2, width, height)
  small?.close()
  if (isBlank(context)) return null
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (blob === null || blob.type !== 'image/jpeg' || blob.size < MIN_PLAUSIBLE_BYTES) return null
  return { blob, width: canvas.width, height: canvas.height }
}

function isBlank(context: CanvasRenderingContext2D): boolean {
  const { width, height } = context.canvas
  const steps = 16
  let first: string | null = null
  for (let row = 0; row < steps; row++)
    for (let column = 0; column < steps; column++) {
      const x = Math.floor(((column + 0.5) * width) / steps)
      const y = Math.floor(((row + 0.5) * height) / steps)
      const colour = context.getImageData(x, y, 1, 1).data.join()
      first ??= colour
      if (colour !== first) return false
    }
  return true
}
