import type { ComponentType, PointerEvent, ReactNode } from 'react'
import type { Formats } from '#src/i18n/format.ts'
import type { Translate } from '#src/i18n/keys.ts'

type LinkProps = {
  readonly href: string
  readonly className?: string | undefined
  readonly 'aria-label'?: string
  readonly onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  readonly children: ReactNode
}

/** What a plain view is given from outside: texts, formats, and what moves by itself once React is there. */
export type ViewProps = {
  readonly t: Translate
  readonly f: Formats
  readonly Link: ComponentType<LinkProps>
  /** The customer's picture at LINE. `size` in CSS pixels. */
  readonly Avatar: ComponentType<{ readonly url: string | null; readonly size: number }>
  /** `until`: milliseconds since 1970. */
  readonly countdown: (until: number) => ReactNode
}
