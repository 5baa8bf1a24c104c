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

/** These views are also rendered without React, so strings, formatters and components are passed in. */
export type ViewProps = {
  readonly t: Translate
  readonly f: Formats
  readonly Link: ComponentType<LinkProps>
  /** `size` is in CSS pixels. */
  readonly Avatar: ComponentType<{ readonly url: string | null; readonly size: number }>
  /** `until` is in milliseconds since 1970. */
  readonly countdown: (until: number) => ReactNode
}
