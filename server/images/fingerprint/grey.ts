/** Brightness from 0 (black) to 255 (white), row by row. */
export type Grey = { readonly width: number; readonly height: number; readonly data: Float32Array }

/** Transparent pixels become white, as in the app. */
export function greyOf(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Grey {
  const data = new Float32Array(width * height)
  for (let at = 0, from = 0; at < data.length; at += 1, from += 4) {
    const light = 0.299 * (rgba[from] ?? 0) + 0.587 * (rgba[from + 1] ?? 0) + 0.114 * (rgba[from + 2] ?? 0)
    const opacity = (rgba[from + 3] ?? 255) / 255
    data[at] = light * opacity + 255 * (1 - opacity)
  }
  return { width, height, data }
}

export function cut(picture: Grey, left: number, top: number, width: number, height: number): Grey {
  const data = new Float32Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * picture.width + left
    data.set(picture.data.subarray(from, from + width), row * width)
  }
  return { width, height, data }
}

/** Does not keep the proportions. Each pixel is the mean of the area that it covers. */
export function scale(picture: Grey, width: number, height: number): Grey {
  const wide = new Float32Array(width * picture.height)
  for (let x = 0; x < width; x += 1)
    for (const { index, share } of sharesOf(picture.width, width, x))
      for (let y = 0; y < picture.height; y += 1) {
        const at = y * width + x
        wide[at] = (wide[at] ?? 0) + share * (picture.data[y * picture.width + index] ?? 0)
      }
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (const { index, share } of sharesOf(picture.height, height, y))
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x
        data[at] = (data[at] ?? 0) + share * (wide[index * width + x] ?? 0)
      }
  return { width, height, data }
}

type Share = { readonly index: number; readonly share: number }

/** Returns the pixels that pixel `at` of the scaled line covers; the shares add up to 1. */
function sharesOf(from: number, to: number, at: number): Share[] {
  const ratio = from / to
  const [start, end] = [at * ratio, (at + 1) * ratio]
  const shares: Share[] = []
  for (let index = Math.floor(start); index < Math.min(from, Math.ceil(end)); index += 1)
    shares.push({ index, share: (Math.min(end, index + 1) - Math.max(start, index)) / ratio })
  return shares
}
