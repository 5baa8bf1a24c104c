import { cut, type Grey, scale } from '#server/images/fingerprint/grey.ts'
import { savedAsJpeg } from './jpeg-loss.ts'

const times = (factor: number) => (picture: Grey) =>
  scale(picture, Math.round(picture.width * factor), Math.round(picture.height * factor))

const cropped = (left: number, top: number, right: number, bottom: number) => (picture: Grey) => {
  const [x, y] = [Math.round(picture.width * left), Math.round(picture.height * top)]
  const width = picture.width - x - Math.round(picture.width * right)
  return cut(picture, x, y, width, picture.height - y - Math.round(picture.height * bottom))
}

const toned = (of: (value: number) => number) => (picture: Grey) => ({
  ...picture,
  data: picture.data.map(of),
})

const turned = (how: 'right' | 'mirrored') => (picture: Grey) => {
  const { width, height } = picture
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const value = picture.data[y * width + x] ?? 0
      data[how === 'right' ? x * height + (height - 1 - y) : y * width + (width - 1 - x)] = value
    }
  return how === 'right' ? { width: height, height: width, data } : { width, height, data }
}

/** Simulates a screenshot of the photo in a phone's gallery: bars of one colour, a clock above and buttons below. */
const screenshot = (colour: number) => (picture: Grey) => {
  const [width, height] = [420, 910]
  const data = new Float32Array(width * height).fill(colour)
  const shown = scale(picture, width, Math.round((picture.height * width) / picture.width))
  data.set(shown.data, Math.round((height - shown.height) / 2) * width)
  const box = (x: number, y: number, wide: number, high: number) => {
    for (let row = y; row < y + high; row += 1)
      data.fill(255 - colour, row * width + x, row * width + x + wide)
  }
  for (const x of [24, 35, 50, 350, 372]) box(x, 16, 8, 12)
  for (const x of [54, 194, 338]) box(x, 846, 24, 24)
  return { width, height, data }
}

const saved =
  (quality: number, change: (picture: Grey) => Grey = picture => picture) =>
  (picture: Grey) =>
    savedAsJpeg(change(picture), quality)

export const savedAgain: Readonly<Record<string, (picture: Grey) => Grey>> = {
  'other metadata': picture => picture,
  'quality 95': saved(95),
  'quality 80': saved(80),
  'quality 60': saved(60),
  'quality 40': saved(40),
  '75% of the size': saved(75, times(0.75)),
  '50% of the size': saved(75, times(0.5)),
  '30% of the size': saved(75, times(0.3)),
  'sent in a chat, then by the app': picture => saved(75, times(1.25))(saved(60, times(0.8))(picture)),
  'screenshot, black bars': saved(80, screenshot(0)),
  'screenshot, white bars': saved(80, screenshot(255)),
  'a quarter darker': saved(
    80,
    toned(value => value * 0.75),
  ),
  'a fifth brighter': saved(
    80,
    toned(value => value * 1.2 + 8),
  ),
  'more contrast': saved(
    80,
    toned(value => (value - 128) * 1.25 + 128),
  ),
  'turned by 90°': saved(80, turned('right')),
  mirrored: saved(80, turned('mirrored')),
  'cropped by 0.5% a side': saved(80, cropped(0.005, 0.005, 0.005, 0.005)),
  'cropped by 1% a side': saved(80, cropped(0.01, 0.01, 0.01, 0.01)),
  'cropped by 2 to 4%': saved(80, cropped(0.04, 0.02, 0.02, 0.04)),
  'cropped by 5 to 8%': saved(80, cropped(0.08, 0.05, 0.05, 0.08)),
}
