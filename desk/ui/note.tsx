import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { readonly size?: 'xs' | 'sm'; readonly children: ReactNode }

/** Small, dimmed text that explains what is next to it. */
export function Note({ size = 'sm', children }: Props) {
  return (
    <Text size={size} c="dimmed">
      {children}
    </Text>
  )
}
