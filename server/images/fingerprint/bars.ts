import { cut, type Grey } from './grey.ts'

/** A line belongs to a bar if at least this share of its pixels is within `near` of the bar's colour. */
const BAR = { near: 6, share: 0.75 } as const
/** At a bar's edge, one of the next `within` lines has less than this share of pixels in the bar's colour. */
const PHOTO = { share: 0.25, within: 8 } as const
const MOST = 0.45

/**
 * Cuts off the single-coloured bars of a screenshot, which would make it resemble other screenshots. Keeps the margin
 * around text, which has no sharp edge and would be cut differently each time.
 */
export function withoutBars(picture: Grey): Grey {
  const { width, height } = picture
  const row = (y: number): Line => ({ start: y * width, step: 1, count: width })
  const column = (x: number): Line => ({ start: x, step: width, count: height })
  const top = depth(picture, height, row)
  const bottom = depth(picture, height, y => row(height - 1 - y))
  const left = depth(picture, width, column)
  const right = depth(picture, width, x => column(width - 1 - x))
  return cut(picture, left, top, width - left - right, height - top - bottom)
}

type Line = { readonly start: number; readonly step: number; readonly count: number }

function depth(picture: Grey, lines: number, lineAt: (index: number) => Line): number {
  const outermost = pixels(picture, lineAt(0)).sort()
  const colour = outermost[outermost.length >> 1] ?? 0
  const shareAt = (index: number): number => {
    const line = pixels(picture, lineAt(index))
    return line.filter(value => Math.abs(value - colour) <= BAR.near).length / line.length
  }
  const most = Math.floor(lines * MOST)
  let index = 0
  while (index < most && shareAt(index) >= BAR.share) index += 1
  if (index === 0 || index === most) return 0
  for (let next = index; next < index + PHOTO.within; next += 1) if (shareAt(next) < PHOTO.share) return index
  return 0
}

const pixels = ({ data }: Grey, { start, step, count }: Line): Float32Array =>
  Float32Array.from({ length: Math.ceil(count / 2) }, (_, at) => data[start + at * 2 * step] ?? 0)
