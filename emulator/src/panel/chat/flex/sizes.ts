import { textOf } from '../fields.ts'

/**
 * Pixels for each Flex Message keyword, as in LINE's Flex Message Simulator
 * (https://developers.line.biz/flex-simulator/).
 */
type Keywords = Readonly<Record<string, number>>

/** Used for margins, spacing, padding, offsets and rounded corners. */
const DISTANCES: Keywords = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 }
const TEXT_SIZES: Keywords = {
  xxs: 11,
  xs: 13,
  sm: 14,
  md: 16,
  lg: 19,
  xl: 22,
  xxl: 29,
  '3xl': 35,
  '4xl': 48,
  '5xl': 74,
}
const IMAGE_SIZES: Keywords = {
  xxs: 40,
  xs: 60,
  sm: 80,
  md: 100,
  lg: 120,
  xl: 140,
  xxl: 160,
  '3xl': 180,
  '4xl': 200,
  '5xl': 220,
}
const BORDERS: Keywords = { none: 0, light: 0.5, normal: 1, medium: 2, 'semi-bold': 3, bold: 4 }

export const BUBBLE_WIDTHS: Keywords = {
  nano: 120,
  micro: 160,
  deca: 220,
  hecto: 241,
  kilo: 260,
  mega: 300,
  giga: 500,
}

function lengthOf(value: unknown, keywords: Keywords): string | undefined {
  const text = textOf(value)
  if (Object.hasOwn(keywords, text)) return `${keywords[text]}px`
  return /^-?\d+(\.\d+)?(px|%)$/.test(text) ? text : undefined
}

export const distance = (value: unknown) => lengthOf(value, DISTANCES)
export const textSize = (value: unknown) => lengthOf(value, TEXT_SIZES)
export const borderWidth = (value: unknown) => lengthOf(value, BORDERS)
export const extent = (value: unknown) => lengthOf(value, {})
/** `full` means the width of the image's box. */
export const imageSize = (value: unknown) => (value === 'full' ? '100%' : lengthOf(value, IMAGE_SIZES))

/** Accepts `#RRGGBB` or `#RRGGBBAA`; returns undefined for anything else. */
export function color(value: unknown): string | undefined {
  const text = textOf(value)
  return /^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(text) ? text : undefined
}

/** Converts a ratio such as `20:13` to CSS. */
export function aspectRatio(value: unknown, usual: string): string {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(textOf(value)) ?? []
  return width === undefined || height === undefined ? usual : `${width} / ${height}`
}

export function word<Word extends string>(value: unknown, ...words: readonly Word[]): Word | undefined {
  return words.find(known => known === value)
}
