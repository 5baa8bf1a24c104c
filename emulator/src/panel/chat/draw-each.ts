import { createElement, Fragment, type ReactNode } from 'react'

/**
 * Renders list items without keys. Their order is fixed: LINE never changes messages and replaces a rich menu as a
 * whole.
 */
export function drawEach<Item>(
  items: readonly Item[],
  draw: (item: Item, at: number) => ReactNode,
): ReactNode {
  return createElement(Fragment, null, ...items.map(draw))
}
