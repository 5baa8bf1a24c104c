import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/use-texts.tsx'
import { Scroll } from './scroll.tsx'

type Props = {
  /** Label for screen readers. */
  readonly label: string
  readonly heads: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

/** Column width. On a phone, narrower columns would break Thai words and cut off badges. */
const COLUMN_PX = 110

/** Scrolls in its own frame. Shows a sentence if there are no rows. */
export function List({ label, heads, rows }: Props) {
  const { t } = useTexts()
  if (rows.length === 0) return <Text c="dimmed">{t('desk.none')}</Text>
  return (
    <Scroll label={label}>
      <Table withTableBorder miw={heads.length * COLUMN_PX}>
        <Table.Thead>
          <Table.Tr>
            {heads.map(head => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, index) => (
                <Table.Td key={heads[index]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  )
}
