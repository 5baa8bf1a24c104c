import { createElement, Fragment, type ReactNode } from 'react'

/**
 * Renders each item of a list in a message or a rich menu. The items need no keys, because they never change their order:
 * LINE does not change a message, and replaces a rich menu as a whole.
 */
export function drawEach<Item>(
  items: readonly Item[],
  draw: (item: Item, at: number) => ReactNode,
): ReactNode {
  return createElement(Fragment, null, ...items.map(draw))
}
