import { ascii, concat, type Size, view } from './bytes.ts'
import { orientationOf, orientationSegment } from './orientation.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP1 = 0xe1
const APP14 = 0xee
/** C4, C8 and CC are not frame headers (ITU-T T.81, table B.1). */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
/** The only segments that decoders need. Any other, even a reserved one, can contain metadata. */
const KEPT = new Set([SOI, ...FRAMES, 0xc4, 0xcc, EOI, SOS, 0xdb, 0xdc, 0xdd, 0xde, 0xdf])

export function inspectJpeg(bytes: Uint8Array): Size | null {
  const segments = segmentsOf(bytes)
  if (!segments?.some(segment => segment.marker === SOS)) return null
  const frames = segments.filter(segment => FRAMES.has(segment.marker) && segment.end - segment.start >= 11)
  if (frames.length === 0) return null
  const data = view(bytes)
  return {
    width: Math.max(...frames.map(frame => data.getUint16(frame.start + 7))),
    height: Math.max(...frames.map(frame => data.getUint16(frame.start + 5))),
  }
}

/**
 * Removes every segment that decoding does not need (EXIF, XMP, colour profiles, comments) and any data after the
 * image. Keeps the orientation in a new EXIF segment, because some phones store rotated pictures.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array {
  const segments = segmentsOf(bytes) ?? []
  const bodies = (wanted: number) =>
    segments.filter(({ marker }) => marker === wanted).map(({ start, end }) => bytes.subarray(start + 4, end))
  const orientation = bodies(APP1)
    .map(orientationOf)
    .find(value => value !== null)
  const transform = bodies(APP14)
    .map(transformOf)
    .find(value => value !== null)
  const kept = segments.filter(({ marker }) => KEPT.has(marker)).map(s => bytes.subarray(s.start, s.end))
  const [start = new Uint8Array(), ...rest] = kept
  return concat([
    start,
    ...(orientation ? [orientationSegment(orientation)] : []),
    ...(transform === undefined ? [] : [transformSegment(transform)]),
    ...rest,
  ])
}

/** Reads the colour transform from Adobe's segment. Without it, some pictures would be shown with inverted colours. */
const transformOf = (body: Uint8Array): number | null =>
  body.length >= 12 && ascii(body, 0, 5) === 'Adobe' ? (body[11] ?? null) : null

const transformSegment = (transform: number): Uint8Array =>
  Uint8Array.from([0xff, APP14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform])

type Segment = { marker: number; start: number; end: number }

/** A scan includes its coded data. Returns null if the file is corrupt or incomplete. */
function segmentsOf(bytes: Uint8Array): Segment[] | null {
  const segments: Segment[] = [{ marker: SOI, start: 0, end: 2 }]
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      // Any marker may be preceded by fill bytes.
      at += 1
      continue
    }
    if (marker === EOI) {
      segments.push({ marker, start: at, end: at + 2 })
      return segments
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return null
    if (marker === SOS) end = endOfScan(bytes, end)
    segments.push({ marker, start: at, end })
    at = end
  }
  return null
}

/** Coded data ends at a marker that is neither a stuffed zero nor a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2)
  }
  return bytes.length
}
