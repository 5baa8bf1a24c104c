import { Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** The heading's level. */
  readonly order?: 3 | 4
  /** A badge or a button next to the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A framed part of a page. */
export function Panel({ title, order = 3, aside, children }: Props) {
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={order} size="h5">
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
