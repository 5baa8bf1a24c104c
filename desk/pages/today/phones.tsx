import { Loader, Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Sheet } from './sheet.tsx'

export function Phones() {
  const { t } = useTexts()
  const phones = useRead('phones')
  return (
    <>
      {phones.isPending && <Loader role="status" aria-label={t('desk.loading')} />}
      {phones.isError && <Failure error={phones.error} retry={() => void phones.refetch()} />}
      {phones.data && <Reports data={phones.data} />}
    </>
  )
}

function Reports({ data }: { readonly data: DeskAnswer<'phones'> }) {
  const { t, time, number } = useTexts()
  const { phones, maxTries, maxMinutes } = data.waiting
  return (
    <Stack>
      <Sheet
        title="today.phones"
        file="phones"
        heads={['today.build', 'today.visits', 'today.errors']}
        rows={data.builds.map(({ build, visits, errors }) => [build, visits, errors])}
      />
      <Text>
        {phones === 0
          ? t('today.waiting.none')
          : t('today.waiting', {
              phones: number(phones),
              tries: number(maxTries),
              minutes: number(maxMinutes),
            })}
      </Text>
      <Sheet
        title="today.places"
        file="errors"
        heads={['today.build', 'today.error', 'today.screen', 'today.errors']}
        rows={data.places.map(({ build, error: name, screen, count }) => [build, name, screen, count])}
      />
      <Text size="sm" c="dimmed">
        {t('today.counted', { time: time(data.countedAt) })}
      </Text>
    </Stack>
  )
}
