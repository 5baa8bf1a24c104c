import type { Grey } from '#server/images/fingerprint/grey.ts'

/** The luminance table of ITU-T T.81, annex K.1, which encoders scale by the quality. */
const QUANTIZATION = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
const SIDE = 8
const basis = Float32Array.from({ length: 64 }, (_, at) => {
  const [frequency, place] = [at >> 3, at & 7]
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16)
})
const inverse = basis.map((_, at) => basis[(at & 7) * SIDE + (at >> 3)] ?? 0)

/**
 * Returns a picture as it is after saving it as a JPEG of this quality (1 to 100) and loading it. Does only the lossy
 * step, because the encoded bytes do not matter here.
 */
export function savedAsJpeg({ width, height, data }: Grey, quality: number): Grey {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50
  const steps = QUANTIZATION.map(step => Math.min(255, Math.max(1, Math.round(step * scale))))
  const saved = new Float32Array(width * height)
  const block = new Float32Array(64)
  const half = new Float32Array(64)
  for (let top = 0; top < height; top += SIDE)
    for (let left = 0; left < width; left += SIDE) {
      for (let at = 0; at < 64; at += 1) {
        const y = Math.min(height - 1, top + (at >> 3))
        const x = Math.min(width - 1, left + (at & 7))
        block[at] = byte(data[y * width + x] ?? 0) - 128
      }
      transform(block, half, basis)
      for (let at = 0; at < 64; at += 1) {
        const step = steps[at] ?? 1
        block[at] = Math.round((block[at] ?? 0) / step) * step
      }
      transform(block, half, inverse)
      for (let at = 0; at < 64; at += 1) {
        const [y, x] = [top + (at >> 3), left + (at & 7)]
        if (y < height && x < width) saved[y * width + x] = byte((block[at] ?? 0) + 128)
      }
    }
  return { width, height, data: saved }
}

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

/** Transforms the rows and then the columns of a block in place. `matrix` has a row for each result. */
function transform(block: Float32Array, half: Float32Array, matrix: Float32Array): void {
  for (let row = 0; row < 64; row += SIDE)
    for (let to = 0; to < SIDE; to += 1) {
      let sum = 0
      for (let from = 0; from < SIDE; from += 1)
        sum += (matrix[to * SIDE + from] ?? 0) * (block[row + from] ?? 0)
      half[row + to] = sum
    }
  for (let column = 0; column < SIDE; column += 1)
    for (let to = 0; to < SIDE; to += 1) {
      let sum = 0
      for (let from = 0; from < SIDE; from += 1)
        sum += (matrix[to * SIDE + from] ?? 0) * (half[from * SIDE + column] ?? 0)
      block[to * SIDE + column] = sum
    }
}
