import { Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Sheet } from './sheet.tsx'

export function Phones() {
  return <Reading of={useRead('phones')}>{data => <Reports data={data} />}</Reading>
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
      <Note>{t('today.counted', { time: time(data.countedAt) })}</Note>
    </Stack>
  )
}
