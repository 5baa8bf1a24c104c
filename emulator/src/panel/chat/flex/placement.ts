import type { CSSProperties } from 'react'
import type { Fields } from '../../../fields.ts'
import { numberOf } from '../fields.ts'
import { distance, extent, word } from './sizes.ts'

export type Parent = {
  readonly layout: 'horizontal' | 'vertical' | 'baseline'
  readonly first: boolean
  /** CSS length of the box's spacing, if set. */
  readonly gap: string | undefined
}

export type ComponentProps = { readonly component: Fields; readonly parent: Parent }

/**
 * In a horizontal box, the default share is 1; a component with share 0 or its own width is as wide as its content. In
 * a vertical box, a component is as tall as its content and grows by its share.
 */
function shareOf({ flex, type, width }: Fields, { layout }: Parent): CSSProperties {
  const vertical = layout === 'vertical'
  const fixed = type === 'icon' || type === 'separator' || (!vertical && width !== undefined)
  const usual = type === 'filler' || !vertical ? 1 : 0
  const share = fixed ? 0 : (numberOf(flex) ?? usual)
  if (share === 0) return { flex: 'none' }
  return { flex: `${share} 0 ${vertical ? 'auto' : '0'}` }
}

/** Returns the component's own margin, otherwise the box's spacing. LINE ignores the first component's margin. */
function marginOf({ margin, type, position }: Fields, { layout, first, gap }: Parent): CSSProperties {
  const spacing = type === 'filler' || position === 'absolute' ? undefined : gap
  const space = first ? undefined : (distance(margin) ?? spacing)
  if (space === undefined) return {}
  return layout === 'vertical' ? { marginTop: space } : { marginInlineStart: space }
}

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

export function sizeOf({ width, height, maxWidth, maxHeight }: Fields): CSSProperties {
  return {
    width: extent(width),
    height: extent(height),
    // An undefined value would override the style sheet's limit, and wide content would overflow.
    ...(extent(maxWidth) === undefined ? {} : { maxWidth: extent(maxWidth) }),
    maxHeight: extent(maxHeight),
  }
}

/** Vertical alignment of content that is shorter than its component. */
export function gravityOf({ gravity }: Fields): CSSProperties {
  const places = { top: 'flex-start', center: 'center', bottom: 'flex-end' } as const
  const known = word(gravity, 'top', 'center', 'bottom')
  return known === undefined ? {} : { justifyContent: places[known] }
}
