import type { ComponentProps } from 'react'

/** A section that can receive the focus, because the keyboard scrolls only the focused element. */
export function ScrollRegion(props: ComponentProps<'section'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: axe (scrollable-region-focusable) and WCAG 2.1.1 require it.
  return <section tabIndex={0} {...props} />
}
