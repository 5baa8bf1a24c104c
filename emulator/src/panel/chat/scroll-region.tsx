import type { ComponentProps, ReactNode } from 'react'
import styles from './template.module.css'

/** A section that can receive the focus, because the keyboard scrolls only the focused element. */
export function ScrollRegion(props: ComponentProps<'section'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: axe (scrollable-region-focusable) and WCAG 2.1.1 require it.
  return <section tabIndex={0} {...props} />
}

/** A row that the user can scroll, such as the bubbles of a carousel. */
export function Slider({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ScrollRegion className={styles.slider} aria-label={name}>
      {children}
    </ScrollRegion>
  )
}
