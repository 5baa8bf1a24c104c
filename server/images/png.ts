import { ascii, concat, type Size, view } from './bytes.ts'

const SIGNATURE_BYTES = 8
const FRAME_BYTES = 12
/** Chunks needed to display the picture, with the maximum length of their data. */
const KEPT: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  IEND: 0,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  pHYs: 9,
  bKGD: 6,
}

/** Returns null unless the chunks are complete from IHDR to IEND (W3C PNG, section 11.2.1). */
export function inspectPng(bytes: Uint8Array): Size | null {
  const chunks = chunksOf(bytes)
  const header = chunks?.[0]
  if (!chunks || header?.type !== 'IHDR' || header.end - header.start !== 13 + FRAME_BYTES) return null
  if (!chunks.some(chunk => chunk.type === 'IDAT') || !isKept(chunks.at(-1))) return null
  const data = view(bytes)
  return { width: data.getUint32(16), height: data.getUint32(20) }
}

export function stripPng(bytes: Uint8Array): Uint8Array {
  const kept = (chunksOf(bytes) ?? []).filter(isKept)
  return concat([
    bytes.subarray(0, SIGNATURE_BYTES),
    ...kept.map(chunk => bytes.subarray(chunk.start, chunk.end)),
  ])
}

type Chunk = { type: string; start: number; end: number }

const isKept = (chunk: Chunk | undefined): boolean =>
  chunk !== undefined && chunk.end - chunk.start - FRAME_BYTES <= (KEPT[chunk.type] ?? -1)

function chunksOf(bytes: Uint8Array): Chunk[] | null {
  const data = view(bytes)
  const chunks: Chunk[] = []
  let at = SIGNATURE_BYTES
  while (at + FRAME_BYTES <= bytes.length) {
    const end = at + data.getUint32(at) + FRAME_BYTES
    const type = ascii(bytes, at + 4, at + 8)
    if (end > bytes.length) return null
    chunks.push({ type, start: at, end })
    if (type === 'IEND') return chunks
    at = end
  }
  return null
}
