import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }

export function Facts({ rows }: Props) {
  return (
    <Table withTableBorder>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={180}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
