import { BarChart } from '@mantine/charts'
import { Chip, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { countNames } from '#contract/desk/today.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { TextKey } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from './sheet.tsx'

type Counts = DeskAnswer<'today'>['today']
type Name = (typeof countNames)[number]

const colours: Readonly<Record<Name, string>> = {
  joins: 'grape.6',
  receipts: 'blue.6',
  approved: 'teal.6',
  rejected: 'red.6',
  tickets: 'yellow.6',
  rewards: 'orange.6',
}

type Props = {
  readonly title: TextKey
  readonly file: string
  /** Heading of the label column. */
  readonly head: TextKey
  readonly rows: readonly (Counts & { readonly label: string })[]
}

export function CountsOverTime({ title, file, head, rows }: Props) {
  const { t, number, day } = useTexts()
  const [shown, setShown] = useState<string[]>(['receipts', 'approved', 'rejected'])
  const heads: TextKey[] = [head, ...countNames.map((name): TextKey => `today.count.${name}`)]
  return (
    <Stack gap="xs">
      <Sheet
        title={title}
        file={file}
        heads={heads}
        rows={rows.map(row => [row.label, ...countNames.map(name => row[name])])}
        controls={
          <Chip.Group multiple value={shown} onChange={setShown}>
            <Group gap="xs" role="group" aria-label={t('today.choose', { title: t(title) })}>
              {countNames.map(name => (
                <Chip key={name} value={name} size="xs" color="indigo.8">
                  {t(`today.count.${name}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        }
      >
        <BarChart
          h={260}
          data={rows.map(row => ({ ...row, label: day(row.label) }))}
          dataKey="label"
          withLegend
          yAxisProps={{ allowDecimals: false }}
          valueFormatter={number}
          // Keyboard and screen reader users have the table.
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
          series={countNames
            .filter(name => shown.includes(name))
            .map(name => ({ name, label: t(`today.count.${name}`), color: colours[name] }))}
        />
      </Sheet>
      <Note size="xs">{t('today.joins.text')}</Note>
    </Stack>
  )
}
