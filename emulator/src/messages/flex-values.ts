import * as v from 'valibot'
import { content, INVALID } from './fields.ts'

/** LINE rejects unknown fields and null in Flex Messages, but ignores them elsewhere. */
export function flexObject<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, issue =>
    issue.expected === 'never'
      ? 'unknown field'
      : issue.received === 'null'
        ? INVALID
        : content.refusal(issue),
  )
}

const KEYWORDS = ['none', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl']
const SIZES = ['xxs', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl', '3xl', '4xl', '5xl']

function matching(pattern: RegExp, keywords: readonly string[] = []) {
  return v.optional(
    v.pipe(
      v.string(INVALID),
      v.check(text => keywords.includes(text) || pattern.test(text), INVALID),
    ),
  )
}

const PIXELS = /^\d+(\.\d+)?px$/
const PIXELS_OR_PERCENT = /^\d+(\.\d+)?(px|%)$/
const OFFSET = /^-?\d+(\.\d+)?(px|%)$/

export const oneOf = (...words: readonly string[]) => v.optional(v.picklist(words, INVALID))

/** `#RRGGBB` or `#RRGGBBAA`. */
export const color = matching(/^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$/)
/** LINE does not accept percentages here. */
export const distance = matching(PIXELS, KEYWORDS)
export const offset = matching(OFFSET, KEYWORDS)
export const extent = matching(PIXELS_OR_PERCENT)
export const borderWidth = matching(PIXELS, ['none', 'light', 'normal', 'medium', 'semi-bold', 'bold'])
export const textSize = matching(PIXELS, SIZES)
export const imageSize = matching(PIXELS_OR_PERCENT, [...SIZES, 'full'])
export const lineSpacing = matching(PIXELS)
export const flag = v.optional(v.boolean(INVALID))
/** A non-negative integer, such as the ratio `flex`. */
export const count = v.optional(
  v.pipe(v.number(INVALID), v.integer(INVALID), v.minValue(0, 'must be greater than or equal to 0')),
)

/** LINE sets no maximum length. */
export const flexText = v.pipe(v.string(content.refusal), v.nonEmpty('must be non-empty text'))

/** For example `20:13`. The height is at most three times the width. */
export const aspectRatio = v.optional(
  v.pipe(
    v.string(INVALID),
    v.check(text => {
      const sides = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(text)?.slice(1).map(Number)
      return sides?.every(side => side >= 1 && side <= 100_000) ?? false
    }, INVALID),
    v.check(text => {
      const [width = 1, height = 1] = text.split(':').map(Number)
      return height <= 3 * width
    }, 'aspect ratio must be in the range (0 < (h/w) <= 3)'),
  ),
)

export const placement = {
  margin: distance,
  position: oneOf('relative', 'absolute'),
  offsetTop: offset,
  offsetBottom: offset,
  offsetStart: offset,
  offsetEnd: offset,
}

export const background = v.optional(
  flexObject({
    type: v.literal('linearGradient', content.refusal),
    angle: v.pipe(
      v.string(content.refusal),
      v.regex(/^\d+(\.\d+)?deg$/, INVALID),
      v.check(angle => Number.parseFloat(angle) < 360, INVALID),
    ),
    startColor: required(color),
    endColor: required(color),
    centerColor: color,
    centerPosition: matching(/^(\d{1,2}(\.\d+)?|100(\.0+)?)%$/),
  }),
)

function required<Schema extends v.GenericSchema>({ wrapped }: { readonly wrapped: Schema }): Schema {
  return wrapped
}
