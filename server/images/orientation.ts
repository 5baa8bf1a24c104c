import { ascii, view } from './bytes.ts'

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/**
 * Reads an orientation of 2 to 8 from an APP1 segment (EXIF 2.32, section 4.6.4). Returns null if it is missing or 1
 * (normal).
 */
export function orientationOf(body: Uint8Array): number | null {
  if (body.length < 14 || ascii(body, 0, 6) !== 'Exif\0\0') return null
  const tiff = view(body.subarray(6))
  const order = tiff.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) return null
  const little = order === 0x4949
  const directory = tiff.getUint32(4, little)
  if (directory + 2 > tiff.byteLength) return null
  const count = tiff.getUint16(directory, little)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.byteLength) return null
    if (tiff.getUint16(entry, little) !== ORIENTATION_TAG) continue
    const value = tiff.getUint16(entry + 2, little) === SHORT ? tiff.getUint16(entry + 8, little) : 0
    return value >= 2 && value <= 8 ? value : null
  }
  return null
}

export function orientationSegment(value: number): Uint8Array {
  const head = [0xff, 0xe1, 0x00, 0x22, 0x45, 0x78, 0x69, 0x66, 0, 0] // APP1, 34 bytes, "Exif"
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1] // big endian, one directory at 8, one entry
  const entry = [0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, value, 0, 0]
  return Uint8Array.from([...head, ...tiff, ...entry, 0, 0, 0, 0])
}
