import type { Grey } from '#server/images/fingerprint/grey.ts'

export const PHOTO = { width: 450, height: 600 } as const

/** The settings of one photo of a receipt. Each photo of the same paper has its own. */
export type Shot = {
  /**
   * The paper's rotation in radians, its size and position in the photo, and how much farther from the camera its right
   * and lower edges are.
   */
  readonly turn: number
  readonly scale: number
  readonly x: number
  readonly y: number
  readonly tiltX: number
  readonly tiltY: number
  readonly table: number
  readonly lightX: number
  readonly lightY: number
  readonly brightness: number
  readonly noise: number
  readonly seed: number
}

/** Returns random settings. Photos of one session share the table and the light, and the phone hardly moves. */
export function shotOf(random: () => number, session?: Shot): Shot {
  const around = (width: number) => (random() * 2 - 1) * width
  const own = { noise: 2 + random() * 5, seed: Math.floor(random() * 2 ** 31) }
  if (session)
    return {
      ...session,
      ...own,
      turn: session.turn + around(0.015),
      scale: session.scale * (1 + around(0.02)),
      x: session.x + around(6),
      y: session.y + around(6),
    }
  return {
    ...own,
    turn: around(0.09),
    scale: 0.68 + random() * 0.25,
    x: around(25),
    y: around(30),
    tiltX: around(0.00032),
    tiltY: around(0.00032),
    table: Math.floor(random() * 8),
    lightX: around(60),
    lightY: around(60),
    brightness: 0.75 + random() * 0.25,
  }
}

/** Returns a table's brightness at a point. A table is wood, cloth, stone or plain. */
function tableAt(table: number, x: number, y: number): number {
  const base = 60 + (table % 4) * 28
  if (table < 3) return base + 18 * Math.sin(x / (9 + table * 6) + 2 * Math.sin(y / 90))
  if (table < 5) return base + (((x >> 4) + (y >> 4)) % 2) * 22
  if (table < 7) return base + (Math.imul((x >> 3) * 7919 + (y >> 3) * 104729, 0x9e3779b1) >>> 27)
  return base
}

const tables = new Map<number, Float32Array>()

function drawTable(table: number): Float32Array {
  const drawn =
    tables.get(table) ??
    Float32Array.from({ length: PHOTO.width * PHOTO.height }, (_, at) =>
      tableAt(table, at % PHOTO.width, Math.floor(at / PHOTO.width)),
    )
  tables.set(table, drawn)
  return drawn
}

/** Simulates a photo of a paper: rotated, in perspective, on a table, in uneven light, slightly blurred, with noise. */
export function photograph(paper: Grey, shot: Shot): Grey {
  const { width, height } = PHOTO
  const { tiltX, tiltY, lightX, lightY, brightness } = shot
  const cos = Math.cos(shot.turn) / shot.scale
  const sin = Math.sin(shot.turn) / shot.scale
  const data = Float32Array.from(drawTable(shot.table))
  for (let y = 0, at = 0; y < height; y += 1) {
    const dy = y - height / 2 - shot.y
    for (let x = 0; x < width; x += 1, at += 1) {
      const dx = x - width / 2 - shot.x
      const far = 1 + dx * tiltX + dy * tiltY
      const left = (dx * cos + dy * sin) / far + paper.width / 2
      const top = (dy * cos - dx * sin) / far + paper.height / 2
      if (isOn(paper, left, top)) data[at] = sample(paper, left, top)
      data[at] = (data[at] ?? 0) * brightness + (dx / width) * lightX + (dy / height) * lightY
    }
  }
  return { width, height, data: shot.noise > 0 ? withNoise(data, shot) : data }
}

function withNoise(data: Float32Array, shot: Shot): Float32Array {
  let noise = shot.seed | 1
  return data.map(brightness => {
    noise ^= noise << 13
    noise ^= noise >>> 17
    noise ^= noise << 5
    return brightness + ((noise & 255) / 128 - 1) * shot.noise
  })
}

export const isOn = (paper: Grey, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < paper.width - 1 && y < paper.height - 1

/** Interpolates the brightness at a point from the four nearest pixels. */
export function sample({ width, data }: Grey, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const fx = x - left
  const fy = y - top
  const at = top * width + left
  const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 1] ?? 0) * fx
  const lower = (data[at + width] ?? 0) * (1 - fx) + (data[at + width + 1] ?? 0) * fx
  return upper * (1 - fy) + lower * fy
}
