import type { ReactNode } from 'react'
import { ScrollRegion } from './scroll-region.tsx'
import styles from './template.module.css'

export function Slider({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ScrollRegion className={styles.slider} aria-label={name}>
      {children}
    </ScrollRegion>
  )
}
