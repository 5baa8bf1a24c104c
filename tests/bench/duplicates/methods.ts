import { withoutBars } from '#server/images/fingerprint/bars.ts'
import { fingerprintOf } from '#server/images/fingerprint/fingerprint.ts'
import { cut, type Grey, scale } from '#server/images/fingerprint/grey.ts'

/** A method turns a picture into bits, each 0 or 1. Pictures are similar if few bits differ. */
type Method = (picture: Grey) => Uint8Array

const bits = (count: number, at: (index: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) => (at(index) ? 1 : 0))

/** Difference hash: is each pixel brighter than its right neighbour? */
const dHash =
  (side: number): Method =>
  picture => {
    const { data } = scale(picture, side + 1, side)
    return bits(side * side, index => {
      const at = Math.floor(index / side) * (side + 1) + (index % side)
      return (data[at] ?? 0) > (data[at + 1] ?? 0)
    })
  }

/** Block mean: is each block brighter than the median block? */
const blockMean =
  (side: number): Method =>
  picture => {
    const { data } = scale(picture, side, side)
    const median = data.slice().sort()[data.length >> 1] ?? 0
    return bits(data.length, index => (data[index] ?? 0) > median)
  }

/** Perceptual hash: is each low frequency of the cosine transform above the median one? */
const pHash =
  (side: number): Method =>
  picture => {
    const found = frequencies(scale(picture, side * 4, side * 4), side)
    const median = found.slice().sort()[found.length >> 1] ?? 0
    return bits(found.length, index => (found[index] ?? 0) > median)
  }

/** Returns the lowest frequencies of a square picture, without the mean brightness. */
function frequencies({ data, width: size }: Grey, side: number): Float32Array {
  const wave = Float32Array.from({ length: side * size }, (_, at) =>
    Math.cos((Math.floor(at / size) * (2 * (at % size) + 1) * Math.PI) / (2 * size)),
  )
  const all = new Float32Array(side * side)
  for (let y = 0; y < size; y += 1)
    for (let u = 0; u < side; u += 1) {
      let sum = 0
      for (let x = 0; x < size; x += 1) sum += (data[y * size + x] ?? 0) * (wave[u * size + x] ?? 0)
      for (let v = 0; v < side; v += 1)
        all[v * side + u] = (all[v * side + u] ?? 0) + sum * (wave[v * size + y] ?? 0)
    }
  return all.subarray(1)
}

const tiles =
  (grid: number, method: Method): Method =>
  picture => {
    const [width, height] = [Math.floor(picture.width / grid), Math.floor(picture.height / grid)]
    const parts = Array.from({ length: grid * grid }, (_, at) =>
      method(cut(picture, (at % grid) * width, Math.floor(at / grid) * height, width, height)),
    )
    return Uint8Array.from(parts.flatMap(part => [...part]))
  }

/** The server's method, which crops the bars itself. */
export const CHOSEN = 'signs 1023'

const compared: Readonly<Record<string, Method>> = {
  'dHash 64': dHash(8),
  'dHash 256': dHash(16),
  'pHash 63': pHash(8),
  'pHash 255': pHash(16),
  'block mean 64': blockMean(8),
  'block mean 256': blockMean(16),
  'dHash on 16 tiles': tiles(4, dHash(8)),
  'pHash on 9 tiles': tiles(3, pHash(8)),
}

export function bitsByMethod(picture: Grey): Map<string, Uint8Array> {
  // A copy of this size keeps everything that the methods look at, and is faster.
  const small = scale(withoutBars(picture), 288, 288)
  const found = new Map(Object.entries(compared).map(([name, method]) => [name, method(small)]))
  const chosen = fingerprintOf(picture)
  return chosen ? found.set(CHOSEN, chosen) : found
}
