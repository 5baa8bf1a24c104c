import { Paper, SimpleGrid, Stack, Tabs, Text } from '@mantine/core'
import { countNames } from '#contract/desk/today.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { bangkokMinute } from '#contract/rules.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Campaign } from './campaign.tsx'
import { CountsOverTime } from './counts.tsx'
import { Phones } from './phones.tsx'
import { Quota } from './quota.tsx'
import { ToDo } from './to-do.tsx'
import { Ages, Waits } from './waiting.tsx'

const EVERY_MS = 30_000
const tabs = ['now', 'campaign', 'phones'] as const

export function Today() {
  const { t } = useTexts()
  return (
    <Stack gap="xl">
      <ToDo />
      <Tabs defaultValue="now" keepMounted={false}>
        <Tabs.List aria-label={t('page.today')}>
          {tabs.map(tab => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`today.tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="now" pt="md">
          <Now />
        </Tabs.Panel>
        <Tabs.Panel value="campaign" pt="md">
          <Campaign />
        </Tabs.Panel>
        <Tabs.Panel value="phones" pt="md">
          <Phones />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function Now() {
  const today = useRead('today', {}, { refetchInterval: EVERY_MS })
  return <Reading of={today}>{data => <Numbers data={data} />}</Reading>
}

function Numbers({ data }: { readonly data: DeskAnswer<'today'> }) {
  const { t, time, number } = useTexts()
  return (
    <Stack>
      {data.quota && <Quota quota={data.quota} />}
      <Note>{t('today.counted', { time: time(data.countedAt) })}</Note>
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
      <Note size="xs">{more}</Note>
    </Paper>
  )
}
