import { BarChart } from '@mantine/charts'
import type { TextKey } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'

type BarsProps = {
  readonly rows: readonly { readonly label: string; readonly count: number }[]
  readonly name: TextKey
  readonly color: string
  /** In pixels. */
  readonly height: number
}

export function Bars({ rows, name, color, height }: BarsProps) {
  const { t, number } = useTexts()
  return (
    <BarChart
      h={height}
      data={rows.map(row => ({ ...row }))}
      dataKey="label"
      orientation="vertical"
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: 130 }}
      valueFormatter={number}
      withBarValueLabel
      barChartProps={{ accessibilityLayer: false, margin: { right: 48 } }}
      barProps={{ isAnimationActive: false }}
      series={[{ name: 'count', label: t(name), color }]}
    />
  )
}
