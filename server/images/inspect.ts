import { inspectJpeg } from './jpeg.ts'
import { inspectPng } from './png.ts'
import { inspectWebp } from './webp.ts'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'
export type Inspected = { type: ImageType; width: number; height: number }

/** Returns null for other types, including HTML, SVG and GIF. */
export function sniff(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]))
    return 'image/webp'
  return null
}

/** Reads only headers, without decoding pixels. Returns null if the file is not a complete JPEG, PNG or WebP. */
export function inspect(bytes: Uint8Array): Inspected | null {
  const type = sniff(bytes)
  if (type === null) return null
  const size =
    type === 'image/jpeg' ? inspectJpeg(bytes) : type === 'image/png' ? inspectPng(bytes) : inspectWebp(bytes)
  return size && size.width > 0 && size.height > 0 ? { type, ...size } : null
}

const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, index) => bytes[index] === byte)
