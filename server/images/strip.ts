import { assertNever } from '#contract/assert-never.ts'
import type { ImageType } from './inspect.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

/**
 * Removes all metadata, such as location, time and thumbnails, and any data after the image, without decoding pixels.
 * Must be called only with images accepted by `inspect`.
 */
export function strip(bytes: Uint8Array, type: ImageType): Uint8Array {
  switch (type) {
    case 'image/jpeg':
      return stripJpeg(bytes)
    case 'image/png':
      return stripPng(bytes)
    case 'image/webp':
      return stripWebp(bytes)
    default:
      return assertNever(type)
  }
}
