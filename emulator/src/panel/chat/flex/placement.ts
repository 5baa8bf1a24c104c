import type { CSSProperties } from 'react'
import { type Fields, numberOf } from '../fields.ts'
import { distance, extent, word } from './sizes.ts'

/** The box around a component: it decides how the component is placed. */
export type Parent = {
  readonly layout: 'horizontal' | 'vertical' | 'baseline'
  /** True for the first component of the box. */
  readonly first: boolean
  /** The spacing of the box, in CSS; undefined if it has none. */
  readonly gap: string | undefined
}

export type ComponentProps = { readonly component: Fields; readonly parent: Parent }

/**
 * Returns the component's share of its box. In a horizontal box, a component has the share 1, and a component with the share
 * 0 or a width of its own is as wide as its content. In a vertical box it is as high as its content, and grows with its share.
 */
function shareOf({ flex, type, width }: Fields, { layout }: Parent): CSSProperties {
  const vertical = layout === 'vertical'
  const fixed = type === 'icon' || type === 'separator' || (!vertical && width !== undefined)
  const usual = type === 'filler' || !vertical ? 1 : 0
  const share = fixed ? 0 : (numberOf(flex) ?? usual)
  if (share === 0) return { flex: 'none' }
  return { flex: `${share} 0 ${vertical ? 'auto' : '0'}` }
}

/** The margin to the component before it: the component's own, or else the spacing of the box. LINE ignores that of the first. */
function marginOf({ margin, type, position }: Fields, { layout, first, gap }: Parent): CSSProperties {
  const spacing = type === 'filler' || position === 'absolute' ? undefined : gap
  const space = first ? undefined : (distance(margin) ?? spacing)
  if (space === undefined) return {}
  return layout === 'vertical' ? { marginTop: space } : { marginInlineStart: space }
}

/** Returns the styles that place a component in its box. */
export function placementOf(component: Fields, parent: Parent): CSSProperties {
  const { offsetTop, offsetBottom, offsetStart, offsetEnd, position } = component
  const offsets: CSSProperties = {
    top: distance(offsetTop),
    bottom: distance(offsetBottom),
    insetInlineStart: distance(offsetStart),
    insetInlineEnd: distance(offsetEnd),
  }
  return {
    ...(position === 'absolute'
      ? { position: 'absolute' }
      : { position: 'relative', ...shareOf(component, parent) }),
    ...marginOf(component, parent),
    ...offsets,
  }
}

/** Returns the styles for the size of a box. */
export function sizeOf({ width, height, maxWidth, maxHeight }: Fields): CSSProperties {
  return {
    width: extent(width),
    height: extent(height),
    // Without the value of the style sheet, a wide content would leave its box.
    ...(extent(maxWidth) === undefined ? {} : { maxWidth: extent(maxWidth) }),
    maxHeight: extent(maxHeight),
  }
}

/** Returns the style for the vertical place of a content that is lower than its component. */
export function gravityOf({ gravity }: Fields): CSSProperties {
  const places = { top: 'flex-start', center: 'center', bottom: 'flex-end' } as const
  const known = word(gravity, 'top', 'center', 'bottom')
  return known === undefined ? {} : { justifyContent: places[known] }
}
