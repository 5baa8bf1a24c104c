import { ascii, concat, type Size, view } from './bytes.ts'

const RIFF_BYTES = 12
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'])
/** Flags in VP8X for an ICC profile, EXIF and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04

/**
 * Reads the size of a WebP (RFC 9649): the maximum over the canvas and the frames, so that a small canvas cannot hide a
 * large frame. Returns null if the file is incomplete or has no picture.
 */
export function inspectWebp(bytes: Uint8Array): Size | null {
  const chunks = chunksOf(bytes)
  if (!chunks?.some(chunk => ['VP8 ', 'VP8L', 'ANMF'].includes(chunk.type))) return null
  const sizes = chunks.map(chunk => sizeOf(bytes, chunk)).filter(size => size !== null)
  if (sizes.length === 0) return null
  return {
    width: Math.max(...sizes.map(size => size.width)),
    height: Math.max(...sizes.map(size => size.height)),
  }
}

/** Removes EXIF, XMP, colour profile and unknown chunks, and corrects the flags and the file size. */
export function stripWebp(bytes: Uint8Array): Uint8Array {
  const kept = (chunksOf(bytes) ?? []).filter(chunk => KEPT.has(chunk.type))
  const stripped = concat([
    bytes.subarray(0, RIFF_BYTES),
    ...kept.map(chunk => bytes.subarray(chunk.start, chunk.end)),
  ])
  view(stripped).setUint32(4, stripped.length - 8, true)
  if (kept[0]?.type === 'VP8X') {
    const flags = RIFF_BYTES + 8
    stripped[flags] = (stripped[flags] ?? 0) & ~METADATA_FLAGS
  }
  return stripped
}

type Chunk = { type: string; start: number; end: number }

function chunksOf(bytes: Uint8Array): Chunk[] | null {
  if (bytes.length < RIFF_BYTES) return null
  const data = view(bytes)
  const fileEnd = data.getUint32(4, true) + 8
  if (fileEnd > bytes.length) return null
  const chunks: Chunk[] = []
  let at = RIFF_BYTES
  while (at + 8 <= fileEnd) {
    const length = data.getUint32(at + 4, true)
    // Chunks are padded to even lengths.
    const end = at + 8 + length + (length % 2)
    if (end > fileEnd) return null
    chunks.push({ type: ascii(bytes, at, at + 4), start: at, end })
    at = end
  }
  return chunks
}

function sizeOf(bytes: Uint8Array, { type, start, end }: Chunk): Size | null {
  const data = view(bytes)
  const at = start + 8
  const uint24 = (offset: number): number => data.getUint16(offset, true) | (data.getUint8(offset + 2) << 16)
  if (type === 'VP8X' && end - at >= 10) return { width: uint24(at + 4) + 1, height: uint24(at + 7) + 1 }
  if (type === 'ANMF' && end - at >= 16) return { width: uint24(at + 6) + 1, height: uint24(at + 9) + 1 }
  if (type === 'VP8L' && end - at >= 5 && data.getUint8(at) === 0x2f) {
    const bits = data.getUint32(at + 1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (type === 'VP8 ' && end - at >= 10 && uint24(at + 3) === 0x2a019d) {
    return { width: data.getUint16(at + 6, true) & 0x3fff, height: data.getUint16(at + 8, true) & 0x3fff }
  }
  return null
}
