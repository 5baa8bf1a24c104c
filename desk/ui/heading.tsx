import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { readonly size?: 'h4' | 'h5'; readonly children: ReactNode }

/** The heading of a part of a page: an `h3`, because the page's own heading is an `h2`. */
export function Heading({ size = 'h4', children }: Props) {
  return (
    <Title order={3} size={size}>
      {children}
    </Title>
  )
}
