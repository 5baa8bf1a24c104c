import { assertNever } from '#contract/assert-never.ts'
import type { ImageType } from './inspect.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

/**
 * The same picture without its metadata: place, time, camera, comments, thumbnails, and whatever stands behind the
 * image's end. Nothing is decoded, so no pixel changes. Give it only what `inspect` accepted.
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
