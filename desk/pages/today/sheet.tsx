import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TextKey } from '../../texts/th.ts'
import { th } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { type Cell, csvOf, saveCsv } from '../../ui/csv.ts'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'

type Props = {
  readonly title: TextKey
  /** File name without the extension. */
  readonly file: string
  readonly heads: readonly TextKey[]
  readonly rows: readonly (readonly Cell[])[]
  /** Fields that choose the chart's content. */
  readonly controls?: ReactNode
  /** A chart of the same numbers, hidden from screen readers. The table can be opened below it. */
  readonly children?: ReactNode
}

/** Shows numbers as a table that can be exported with Thai headings. */
export function Sheet({ title, file, heads, rows, controls, children }: Props) {
  const { t, number, day } = useTexts()
  const table = (
    <List
      label={t(title)}
      heads={heads.map(head => t(head))}
      rows={rows.map((row, index) => ({
        key: `${index} ${row[0]}`,
        cells: row.map(cell => (typeof cell === 'number' ? number(cell) : day(cell))),
      }))}
    />
  )
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Heading>{t(title)}</Heading>
        <Button
          size="xs"
          variant="default"
          aria-label={`${t('today.export')}: ${t(title)}`}
          onClick={() => saveCsv(`${file}.csv`, csvOf([heads.map(head => th[head]), ...rows]))}
        >
          {t('today.export')}
        </Button>
      </Group>
      {children ? (
        <>
          {controls}
          <div aria-hidden="true" className="picture">
            {children}
          </div>
          <details>
            <summary>{t('today.as-table', { title: t(title) })}</summary>
            {table}
          </details>
        </>
      ) : (
        table
      )}
    </Stack>
  )
}
