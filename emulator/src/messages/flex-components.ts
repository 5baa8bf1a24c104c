import * as v from 'valibot'
import { tapActionOf } from './action.ts'
import { content, INVALID } from './fields.ts'
import {
  aspectRatio,
  background,
  borderWidth,
  color,
  count,
  distance,
  extent,
  flag,
  flexObject,
  flexText,
  imageSize,
  lineSpacing,
  offset,
  oneOf,
  placement,
  textSize,
} from './flex-values.ts'

/** For all components except buttons, which require a label. */
export const tapAction = v.optional(tapActionOf({ max: 40, required: false }, 'flex'))

const gravity = oneOf('top', 'bottom', 'center')
const align = oneOf('start', 'end', 'center')
const adjustMode = oneOf('shrink-to-fit')
const font = {
  size: textSize,
  color,
  weight: oneOf('regular', 'bold'),
  style: oneOf('normal', 'italic'),
  decoration: oneOf('none', 'underline', 'line-through'),
}

const span = flexObject({ type: v.literal('span', content.refusal), text: flexText, ...font })

const textEntries = {
  type: v.literal('text'),
  flex: count,
  ...placement,
  ...font,
  align,
  gravity,
  wrap: flag,
  lineSpacing,
  maxLines: count,
  action: tapAction,
  adjustMode,
  scaling: flag,
}

/** If a text component has spans, LINE ignores its own `text`. */
const spans = flexObject({
  ...textEntries,
  text: v.optional(v.string(INVALID)),
  contents: v.array(span, INVALID),
})

const plainText = flexObject({
  ...textEntries,
  text: flexText,
  contents: v.optional(v.array(span, INVALID)),
})

function hasSpans(input: unknown): boolean {
  const { contents } = (input ?? {}) as { readonly contents?: unknown }
  return contents !== undefined && !(Array.isArray(contents) && contents.length === 0)
}

const button = flexObject({
  type: v.literal('button'),
  flex: count,
  ...placement,
  color,
  style: oneOf('primary', 'secondary', 'link'),
  gravity,
  height: oneOf('md', 'sm'),
  adjustMode,
  scaling: flag,
  action: tapActionOf({ max: 40, required: true }, 'flex'),
})

const image = flexObject({
  type: v.literal('image'),
  url: content.httpsUrl,
  flex: count,
  ...placement,
  align,
  gravity,
  size: imageSize,
  aspectRatio,
  aspectMode: oneOf('fit', 'cover'),
  backgroundColor: color,
  action: tapAction,
  animated: flag,
})

const icon = flexObject({
  type: v.literal('icon'),
  url: content.httpsUrl,
  ...placement,
  size: textSize,
  aspectRatio,
  scaling: flag,
})

const separator = flexObject({ type: v.literal('separator'), margin: distance, color })
const filler = flexObject({ type: v.literal('filler'), flex: count })

const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  horizontal: ['box', 'button', 'image', 'text', 'separator', 'filler'],
  vertical: ['box', 'button', 'image', 'text', 'separator', 'filler'],
  baseline: ['icon', 'text', 'filler'],
}

const LAYOUTS = Object.keys(CHILDREN)

function boxOf(layouts: readonly string[], children: readonly string[]) {
  return flexObject({
    type: v.literal('box', content.refusal),
    layout: v.picklist(layouts, content.refusal),
    contents: v.array(component(children, 'invalid box content type'), content.refusal),
    flex: count,
    ...placement,
    spacing: distance,
    backgroundColor: color,
    borderColor: color,
    borderWidth,
    cornerRadius: distance,
    width: extent,
    maxWidth: extent,
    height: extent,
    maxHeight: extent,
    paddingAll: offset,
    paddingTop: offset,
    paddingBottom: offset,
    paddingStart: offset,
    paddingEnd: offset,
    justifyContent: oneOf(
      'center',
      'flex-start',
      'flex-end',
      'space-between',
      'space-around',
      'space-evenly',
    ),
    alignItems: oneOf('center', 'flex-start', 'flex-end'),
    background,
    action: tapAction,
  })
}

const boxes = new Map(LAYOUTS.map(layout => [layout, boxOf([layout], CHILDREN[layout] ?? [])]))
const boxWithoutLayout = boxOf(LAYOUTS, CHILDREN.vertical ?? [])

/** The layout determines which components the box may contain. */
export const box: v.GenericSchema = v.lazy(
  input => boxes.get(String((input as { readonly layout?: unknown } | null)?.layout)) ?? boxWithoutLayout,
)

const video = flexObject({
  type: v.literal('video'),
  url: content.httpsUrl,
  previewUrl: content.httpsUrl,
  altContent: component(['box', 'image'], INVALID),
  aspectRatio,
  action: tapAction,
})

const components: ReadonlyMap<unknown, v.GenericSchema> = new Map<unknown, v.GenericSchema>([
  ['box', box],
  ['button', button],
  ['image', image],
  ['video', video],
  ['icon', icon],
  ['text', v.lazy(input => (hasSpans(input) ? spans : plainText))],
  ['separator', separator],
  ['filler', filler],
])

/** If the type is unknown, LINE reports the component rather than its type. */
export function component(types: readonly string[], refusal: string): v.GenericSchema {
  return v.lazy(input => {
    const { type } = (input ?? {}) as { readonly type?: unknown }
    const schema = components.get(type)
    if (schema === undefined) return v.custom(() => false, INVALID)
    return types.includes(String(type)) ? schema : v.custom(() => false, refusal)
  })
}
