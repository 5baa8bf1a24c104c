import type { ReactNode } from 'react'
import styles from './template.module.css'

/** A row that scrolls sideways, also with the keyboard. */
export function Slider({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the row
    <section className={styles.slider} aria-label={name} tabIndex={0}>
      {children}
    </section>
  )
}
