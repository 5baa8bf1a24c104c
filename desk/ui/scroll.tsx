import type { ReactNode } from 'react'

type Props = { readonly label: string; readonly className?: string; readonly children: ReactNode }

/** Focusable, so that the arrow keys scroll it. */
export function Scroll({ label, className = 'scroll', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: axe (scrollable-region-focusable) and WCAG 2.1.1 require it.
    <section className={className} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
