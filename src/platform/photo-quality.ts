import type { PhotoProblem } from '#src/ports.ts'

/** Photos are scaled to this width in pixels before measuring. In smaller copies, even a blurred photo looks sharp. */
export const MEASURED_WIDTH_PX = 480

/**
 * Derived from the pictures in `tests/unit/platform/photo-quality.test.ts`. `brightness`: minimum mean (0 to 255) of
 * the brightest tenth, because paper is bright even on a dark table. `sharpness`: minimum variance of the Laplacian,
 * relative to the squared contrast.
 */
export const QUALITY_LIMITS = { brightness: 80, sharpness: 0.02 } as const

/** Four bytes per pixel: red, green, blue, opacity. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: ArrayLike<number> }

export function photoProblem(pixels: Pixels): PhotoProblem | null {
  const { brightness, sharpness } = measure(pixels)
  if (brightness < QUALITY_LIMITS.brightness) return 'dark'
  return sharpness < QUALITY_LIMITS.sharpness ? 'blurred' : null
}

export function measure({ width, height, data }: Pixels): { brightness: number; sharpness: number } {
  const grey = new Float32Array(width * height)
  for (let i = 0; i < grey.length; i++) {
    const at = i * 4
    grey[i] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  }
  const edges: number[] = []
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const around = (grey[i - 1] ?? 0) + (grey[i + 1] ?? 0) + (grey[i - width] ?? 0) + (grey[i + width] ?? 0)
      edges.push(around - 4 * (grey[i] ?? 0))
    }
  const brightest = grey
    .slice()
    .sort()
    .slice(Math.floor(grey.length * 0.9))
  const brightness = brightest.reduce((sum, value) => sum + value, 0) / Math.max(1, brightest.length)
  const contrast = variance(grey)
  return { brightness, sharpness: contrast < 1 ? 0 : variance(edges) / contrast }
}

function variance(values: ArrayLike<number>): number {
  let sum = 0
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    sum += value
    squares += value * value
  }
  const mean = sum / Math.max(1, values.length)
  return squares / Math.max(1, values.length) - mean * mean
}
