/** Enlarges a picture by `scale` around its centre, then moves it by `x` and `y` CSS pixels. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number }
type Area = { readonly width: number; readonly height: number }
/** In CSS pixels from the centre of the area. */
export type Point = { readonly x: number; readonly y: number }

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
/** Photos are at most 1600 px long, so a larger scale shows no more detail. */
export const MAX_SCALE = 6

const within = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value))

function limited({ scale, x, y }: Zoom, { width, height }: Area): Zoom {
  const fit = Math.max(1, Math.min(MAX_SCALE, scale))
  return { scale: fit, x: within(x, ((fit - 1) * width) / 2), y: within(y, ((fit - 1) * height) / 2) }
}

/** Zooms while keeping the part of the picture at `around` in place. */
export function zoomedBy(zoom: Zoom, factor: number, around: Point, area: Area): Zoom {
  const scale = Math.max(1, Math.min(MAX_SCALE, zoom.scale * factor))
  const by = scale / zoom.scale
  return limited(
    { scale, x: around.x - (around.x - zoom.x) * by, y: around.y - (around.y - zoom.y) * by },
    area,
  )
}

export const movedBy = (zoom: Zoom, { x, y }: Point, area: Area): Zoom =>
  limited({ ...zoom, x: zoom.x + x, y: zoom.y + y }, area)
