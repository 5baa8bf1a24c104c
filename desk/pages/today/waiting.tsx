import { LineChart } from '@mantine/charts'
import { Stack } from '@mantine/core'
import { queueAges } from '#contract/desk/today.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { TextKey } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'
import { Bars } from './bars.tsx'
import { Sheet } from './sheet.tsx'

export function Ages({ ages }: { readonly ages: DeskAnswer<'today'>['queue']['ages'] }) {
  const { t } = useTexts()
  const rows = queueAges.map((hours, index) => ({
    label: t(hours === null ? 'today.age.more' : `today.age.${hours}`),
    count: ages[index] ?? 0,
  }))
  return (
    <Sheet
      title="today.ages"
      file="queue-age"
      heads={['today.age', 'today.count.receipts']}
      rows={rows.map(({ label, count }) => [label, count])}
    >
      <Bars rows={rows} name="today.count.receipts" color="yellow.6" height={200} />
    </Sheet>
  )
}

type WaitsProps = {
  readonly title: TextKey
  readonly file: string
  readonly head: TextKey
  readonly rows: readonly { readonly label: string; readonly waited: number | null }[]
}

export function Waits({ title, file, head, rows }: WaitsProps) {
  const { t, number, day } = useTexts()
  return (
    <Stack gap="xs">
      <Sheet
        title={title}
        file={file}
        heads={[head, 'today.waited']}
        rows={rows.map(({ label, waited }) => [label, waited ?? t('today.waited.none')])}
      >
        <LineChart
          h={200}
          data={rows.map(({ label, waited }) => ({ label: day(label), waited }))}
          dataKey="label"
          connectNulls={false}
          curveType="linear"
          valueFormatter={number}
          lineChartProps={{ accessibilityLayer: false }}
          lineProps={{ isAnimationActive: false }}
          series={[{ name: 'waited', label: t('today.waited'), color: 'indigo.6' }]}
        />
      </Sheet>
      <Note size="xs">{t('today.waited.text')}</Note>
    </Stack>
  )
}

type StockProps = Pick<DeskAnswer<'campaignNumbers'>, 'days' | 'rewards'>

const colours = ['orange.6', 'teal.6', 'grape.6', 'blue.6', 'red.6', 'lime.6'] as const

export function Stock({ days, rewards }: StockProps) {
  const { t, number, day, language } = useTexts()
  const limited = rewards.filter(reward => reward.left !== null)
  if (limited.length === 0) return null
  const left = new Map(limited.map(reward => [reward.type, reward.left ?? 0]))
  const rows = days
    .toReversed()
    .map(day => {
      const row = { label: day.day, ...Object.fromEntries(left) }
      for (const [type, now] of left) left.set(type, now + (day.used[type] ?? 0))
      return row as { readonly label: string } & Readonly<Record<string, number | string>>
    })
    .toReversed()
  return (
    <Stack gap="xs">
      <Sheet
        title="today.stock"
        file="stock"
        heads={['today.day', 'today.reward', 'today.left']}
        rows={rows.flatMap(row =>
          limited.map(reward => [row.label, reward[language], Number(row[reward.type])]),
        )}
      >
        <LineChart
          h={220}
          data={rows.map(row => ({ ...row, label: day(row.label) }))}
          dataKey="label"
          withLegend
          curveType="linear"
          yAxisProps={{ allowDecimals: false }}
          valueFormatter={number}
          lineChartProps={{ accessibilityLayer: false }}
          lineProps={{ isAnimationActive: false }}
          series={limited.map((reward, index) => ({
            name: reward.type,
            label: reward[language],
            color: colours[index % colours.length] ?? 'orange.6',
          }))}
        />
      </Sheet>
      <Note size="xs">{t('today.stock.text')}</Note>
    </Stack>
  )
}
