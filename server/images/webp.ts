import { ascii, concat, type Size, view } from './bytes.ts'

const RIFF_BYTES = 12
const HEAD_BYTES = 8
const FRAME_BYTES = 16
const PIXELS = ['VP8 ', 'VP8L', 'ALPH']
/** Bytes that follow these fields are stripped. */
const FIELDS: Readonly<Record<string, number>> = { VP8X: 10, ANIM: 6 }
/** VP8X flags for an ICC profile, EXIF and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04

/**
 * Returns the maximum size of the canvas and frames (RFC 9649), so that a small canvas cannot hide a large frame; null
 * if the file is incomplete or has no picture.
 */
export function inspectWebp(bytes: Uint8Array): Size | null {
  const chunks = fileChunks(bytes)
  if (!chunks?.some(chunk => ['VP8 ', 'VP8L', 'ANMF'].includes(chunk.type))) return null
  if (chunks.some(chunk => chunk.type === 'ANMF' && frameChunks(bytes, chunk) === null)) return null
  const sizes = chunks.map(chunk => sizeOf(bytes, chunk)).filter(size => size !== null)
  if (sizes.length === 0) return null
  return {
    width: Math.max(...sizes.map(size => size.width)),
    height: Math.max(...sizes.map(size => size.height)),
  }
}

/** Removes metadata from animation frames too, and corrects the flags and the file size. */
export function stripWebp(bytes: Uint8Array): Uint8Array {
  const kept = (fileChunks(bytes) ?? []).flatMap(chunk => keptPart(bytes, chunk))
  const stripped = concat([bytes.subarray(0, RIFF_BYTES), ...kept])
  view(stripped).setUint32(4, stripped.length - HEAD_BYTES, true)
  if (ascii(stripped, RIFF_BYTES, RIFF_BYTES + 4) === 'VP8X') {
    const flags = RIFF_BYTES + HEAD_BYTES
    stripped[flags] = (stripped[flags] ?? 0) & ~METADATA_FLAGS
  }
  return stripped
}

type Chunk = { type: string; start: number; end: number }

function keptPart(bytes: Uint8Array, chunk: Chunk): Uint8Array[] {
  const { type, start, end } = chunk
  const fields = FIELDS[type]
  if (fields !== undefined) {
    const body = start + HEAD_BYTES
    return [chunkWith(type, bytes.subarray(body, Math.min(end, body + fields)))]
  }
  if (type === 'ANMF') {
    const frame = bytes.subarray(start + HEAD_BYTES, start + HEAD_BYTES + FRAME_BYTES)
    const inside = frameChunks(bytes, chunk) ?? []
    const pixels = inside.filter(one => PIXELS.includes(one.type))
    return [chunkWith(type, concat([frame, ...pixels.map(one => bytes.subarray(one.start, one.end))]))]
  }
  return PIXELS.includes(type) ? [bytes.subarray(start, end)] : []
}

/** The length of `body` must be even. */
function chunkWith(type: string, body: Uint8Array): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES)
  head.set([...type].map(letter => letter.charCodeAt(0)))
  view(head).setUint32(4, body.length, true)
  return concat([head, body])
}

function fileChunks(bytes: Uint8Array): Chunk[] | null {
  if (bytes.length < RIFF_BYTES) return null
  const fileEnd = view(bytes).getUint32(4, true) + HEAD_BYTES
  return fileEnd > bytes.length ? null : chunksBetween(bytes, RIFF_BYTES, fileEnd)
}

function frameChunks(bytes: Uint8Array, { start, end }: Chunk): Chunk[] | null {
  const from = start + HEAD_BYTES + FRAME_BYTES
  return from > end ? null : chunksBetween(bytes, from, end)
}

function chunksBetween(bytes: Uint8Array, from: number, to: number): Chunk[] | null {
  const data = view(bytes)
  const chunks: Chunk[] = []
  let at = from
  while (at + HEAD_BYTES <= to) {
    const length = data.getUint32(at + 4, true)
    // Chunks are padded to even lengths.
    const end = at + HEAD_BYTES + length + (length % 2)
    if (end > to) return null
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
