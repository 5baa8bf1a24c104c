import type { Grey } from '#server/images/fingerprint/grey.ts'
import { isOn, PHOTO, sample } from '#server/rehearsal/receipt-photo.ts'

/** Returns a receipt as a shop's app shows it: only the contents differ, each dot of the layout has a fixed place. */
export function screenOf(paper: Grey): Grey {
  const { width, height } = PHOTO
  const data = new Float32Array(width * height).fill(255)
  const scale = 0.98
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [left, top] = [(x - 37) / scale, (y - 15) / scale]
      if (isOn(paper, left, top)) data[y * width + x] = sample(paper, left, top)
    }
  return { width, height, data }
}
