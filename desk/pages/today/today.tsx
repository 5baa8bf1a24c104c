import { Loader, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { countNames } from '#contract/desk/today.ts'
import { bangkokMinute } from '#contract/rules.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Campaign } from './campaign.tsx'
import { CountsOverTime } from './counts.tsx'
import { Phones } from './phones.tsx'
import { Quota } from './quota.tsx'
import { Ages, Waits } from './waiting.tsx'

const EVERY_MS = 30_000

export function Today() {
  const { t } = useTexts()
  const today = useRead('today', {}, { refetchInterval: EVERY_MS })
  return (
    <Stack gap="xl">
      {today.isPending && <Loader role="status" aria-label={t('desk.loading')} />}
      {today.isError && <Failure error={today.error} retry={() => void today.refetch()} />}
      {today.data && <Now data={today.data} />}
      <Campaign />
      <Phones />
    </Stack>
  )
}

type Data = NonNullable<ReturnType<typeof useRead<'today'>>['data']>

function Now({ data }: { readonly data: Data }) {
  const { t, time, number } = useTexts()
  return (
    <Stack>
      {data.quota && <Quota quota={data.quota} />}
      <Text size="sm" c="dimmed">
        {t('today.counted', { time: time(data.countedAt) })}
      </Text>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure
          name={t('today.pending')}
          value={number(data.queue.pending)}
          more={
            data.queue.oldestAt === null
              ? t('today.queue-empty')
              : t('today.oldest', { time: time(data.queue.oldestAt) })
          }
        />
        {countNames.map(name => (
          <Figure
            key={name}
            name={t(`today.count.${name}`)}
            value={number(data.today[name])}
            more={t('today.yesterday', { count: number(data.yesterday[name]) })}
          />
        ))}
      </SimpleGrid>
      <CountsOverTime
        title="today.by-hour"
        file="by-hour"
        head="today.hour"
        rows={data.hours.map(({ at, ...counts }) => ({ ...counts, label: hourName(at) }))}
      />
      <Ages ages={data.queue.ages} />
      <Waits
        title="today.waited.by-hour"
        file="wait-by-hour"
        head="today.hour"
        rows={data.hours.map(({ at, waited }) => ({ label: hourName(at), waited }))}
      />
    </Stack>
  )
}

/** Formats a day and hour, for example `24/11 13:00`. */
function hourName(at: number): string {
  const minute = bangkokMinute(at)
  return `${minute.slice(8, 10)}/${minute.slice(5, 7)} ${minute.slice(11)}`
}

type FigureProps = { readonly name: string; readonly value: string; readonly more: string }

function Figure({ name, value, more }: FigureProps) {
  return (
    <Paper withBorder p="sm">
      <Text size="sm">{name}</Text>
      <Text size="xl" fw={700}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {more}
      </Text>
    </Paper>
  )
}
