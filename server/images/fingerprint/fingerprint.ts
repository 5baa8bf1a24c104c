import { withoutBars } from './bars.ts'
import { type Grey, scale } from './grey.ts'

/** Pictures are scaled to `SIZE` and compared by their lowest `SIDE` frequencies in each direction. */
const SIZE = 128
const SIDE = 32
const BITS = SIDE * SIDE
/** Minimum contrast, as the standard deviation of the brightness. */
const MIN_CONTRAST = 4

/** Maximum number of different bits out of 1,023. `npm run bench:duplicates` measures it. */
export const MAX_DISTANCE = 100

/** Bit `v * 32 + u` is for frequency `u` across and `v` down. */
export type Bits = Uint8Array

const cosines = Float32Array.from({ length: SIDE * SIZE }, (_, at) =>
  Math.cos((Math.floor(at / SIZE) * (2 * (at % SIZE) + 1) * Math.PI) / (2 * SIZE)),
)

/**
 * Returns the signs of the lowest frequencies (discrete cosine transform), which re-encoding or resizing rarely
 * changes. Returns null for a picture with almost no contrast.
 */
export function fingerprintOf(picture: Grey): Bits | null {
  const small = scale(withoutBars(picture), SIZE, SIZE)
  if (contrastOf(small.data) < MIN_CONTRAST) return null
  const rows = new Float32Array(SIZE * SIDE)
  for (let y = 0; y < SIZE; y += 1)
    for (let u = 0; u < SIDE; u += 1) {
      let sum = 0
      for (let x = 0; x < SIZE; x += 1) sum += (small.data[y * SIZE + x] ?? 0) * (cosines[u * SIZE + x] ?? 0)
      rows[y * SIDE + u] = sum
    }
  const bits = new Uint8Array(BITS)
  for (let v = 0; v < SIDE; v += 1)
    for (let u = 0; u < SIDE; u += 1) {
      let sum = 0
      for (let y = 0; y < SIZE; y += 1) sum += (rows[y * SIDE + u] ?? 0) * (cosines[v * SIZE + y] ?? 0)
      bits[v * SIDE + u] = sum > 0 ? 1 : 0
    }
  // The mean brightness is always positive, so this bit carries no information.
  bits[0] = 0
  return bits
}

function contrastOf(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

export function distance(one: Bits, other: Bits): number {
  let count = 0
  for (let at = 0; at < BITS; at += 1) if (one[at] !== other[at]) count += 1
  return count
}

/** Returns the bits of all eight rotations and reflections, which only swap and invert bits. */
export function positionsOf(bits: Bits): Bits[] {
  return Array.from({ length: 8 }, (_, position) => {
    const [across, down, swapped] = [position & 1, (position >> 1) & 1, position >> 2]
    return bits.map((_, at) => {
      if (at === 0) return 0
      const [v, u] = [Math.floor(at / SIDE), at % SIDE]
      const bit = bits[swapped ? u * SIDE + v : at] ?? 0
      return bit ^ (u & across) ^ (v & down)
    })
  })
}

const BANDS = 5
const BAND_BITS = 20

/** The lowest frequencies change least. */
const lowest = Array.from({ length: BITS - 1 }, (_, at) => at + 1)
  .toSorted((a, b) => Math.floor(a / SIDE) + (a % SIDE) - Math.floor(b / SIDE) - (b % SIDE) || a - b)
  .slice(0, BANDS * BAND_BITS)

/** Returns bands of the lowest frequencies. Two copies of a picture usually share at least one. */
export const bandsOf = (bits: Bits): number[] =>
  Array.from({ length: BANDS }, (_, band) =>
    lowest.filter((_, at) => at % BANDS === band).reduce((value, at) => value * 2 + (bits[at] ?? 0), 0),
  )

export function fingerprintText(bits: Bits): string {
  let text = ''
  for (let at = 0; at < BITS; at += 4)
    text += bits
      .subarray(at, at + 4)
      .reduce((digit, bit) => digit * 2 + bit, 0)
      .toString(16)
  return text
}

export const fingerprintIn = (text: string): Bits =>
  Uint8Array.from(
    { length: BITS },
    (_, at) => (Number.parseInt(text[at >> 2] ?? '0', 16) >> (3 - (at & 3))) & 1,
  )
