import type { ComponentProps } from 'react'

/** A part of the chat that scrolls. It can get the focus, because the keyboard scrolls only what has the focus. */
export function ScrollRegion(props: ComponentProps<'section'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: axe (scrollable-region-focusable) and WCAG 2.1.1 require it.
  return <section tabIndex={0} {...props} />
}
