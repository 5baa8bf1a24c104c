import * as v from 'valibot'
import { content, INVALID } from './fields.ts'
import { box, component, tapAction } from './flex-components.ts'
import { color, flag, flexObject, oneOf } from './flex-values.ts'

const MAX_BUBBLE = 30 * 1024
/** Bytes of JSON per carousel. */
const MAX_CAROUSEL = 50 * 1024
const MAX_BUBBLES = 12
const MAX_ANIMATED = 10

/** Returns infinity if the value is too deeply nested for `JSON.stringify`. */
function sizeOf(value: unknown): number {
  try {
    return new TextEncoder().encode(JSON.stringify(value)).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Checks the size first, because it also limits how deeply boxes can be nested. */
function sized<Schema extends v.GenericSchema>(max: number, schema: Schema) {
  const text = `Too large flex message. The maximum size of JSON data is ${max / 1024} KB`
  return v.lazy(input => (sizeOf(input) <= max ? schema : v.custom<v.InferInput<Schema>>(() => false, text)))
}

const blockStyle = v.optional(flexObject({ backgroundColor: color, separator: flag, separatorColor: color }))
const styles = flexObject({ header: blockStyle, hero: blockStyle, body: blockStyle, footer: blockStyle })
const block = v.optional(box)

const isVideo = (hero: unknown) => (hero as { readonly type?: unknown } | undefined)?.type === 'video'
const NO_VIDEO = 'embedding videos in messages is not allowed'

/** A bubble may contain a video only if it is large and not in a carousel. */
const bubble = v.pipe(
  flexObject({
    type: v.literal('bubble', INVALID),
    size: oneOf('nano', 'micro', 'deca', 'hecto', 'kilo', 'mega', 'giga'),
    direction: oneOf('ltr', 'rtl'),
    header: block,
    hero: v.optional(component(['box', 'image', 'video'], INVALID)),
    body: block,
    footer: block,
    styles: v.optional(styles),
    action: tapAction,
  }),
  v.check(
    ({ header, hero, body, footer }) => [header, hero, body, footer].some(part => part !== undefined),
    'At least one block must be specified',
  ),
  v.forward(
    v.check(({ hero, size = 'mega' }) => !isVideo(hero) || ['kilo', 'mega', 'giga'].includes(size), NO_VIDEO),
    ['hero'],
  ),
)

type Bubbles = readonly v.InferOutput<typeof bubble>[]

const carousel = flexObject({
  type: v.literal('carousel'),
  contents: v.pipe(
    content.list(sized(MAX_BUBBLE, bubble), 1, MAX_BUBBLES),
    v.check(bubbles => !(bubbles as Bubbles).some(({ hero }) => isVideo(hero)), NO_VIDEO),
    v.check(
      bubbles => new Set((bubbles as Bubbles).map(({ size = 'mega' }) => size)).size === 1,
      'all bubbles must have the same size',
    ),
  ),
})

function animatedImages(container: unknown): number {
  let images = 0
  JSON.stringify(container, (key, value) => {
    if (key === 'animated' && value === true) images += 1
    return value
  })
  return images
}

const anyContainer = v.pipe(
  v.variant('type', [bubble, carousel], issue =>
    issue.received === 'undefined' ? content.refusal(issue) : INVALID,
  ),
  v.check(container => animatedImages(container) <= MAX_ANIMATED, 'too many animated images'),
)

export const flexContainer = v.lazy(input => {
  const { type } = input as { readonly type?: unknown }
  return sized(type === 'bubble' ? MAX_BUBBLE : MAX_CAROUSEL, anyContainer)
})
