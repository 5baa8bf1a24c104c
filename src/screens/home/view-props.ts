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

/**
 * Props of views that also render without React: strings, formatters, and the components that need React to
 * be interactive.
 */
export type ViewProps = {
  readonly t: Translate
  readonly f: Formats
  readonly Link: ComponentType<LinkProps>
  /** The customer's LINE picture. `size` is in CSS pixels. */
  readonly Avatar: ComponentType<{ readonly url: string | null; readonly size: number }>
  /** Renders a countdown. `until` is in milliseconds since 1970. */
  readonly countdown: (until: number) => ReactNode
}
