import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Guardian } from './guardian.tsx'
import { HandOver, Parcel } from './parcel.tsx'
import { Status, type Winner } from './status.tsx'
import type { StepProps } from './step.tsx'
import { Tax } from './tax.tsx'

export function WinnerPage({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const { data: me } = useMe()
  const found = useRead('winner', { params: { id } })
  const mayChange = me?.permissions.includes('customers-change') ?? false
  return (
    <Stack maw={760}>
      <Anchor component={Link} href="/winners">
        {t('winners.back')}
      </Anchor>
      <Reading of={found}>
        {({ winner, phone, label }) => (
          <>
            <Title order={3}>{winner.name || t('winners.no-name')}</Title>
            <About winner={winner} phone={phone} label={label} />
            <Steps winner={winner} mayChange={mayChange} />
          </>
        )}
      </Reading>
    </Stack>
  )
}

type AboutProps = { readonly winner: Winner; readonly phone: string | null; readonly label: string | null }

function About({ winner, phone, label }: AboutProps) {
  const { t, time, language, number } = useTexts()
  const { prize } = winner
  return (
    <>
      <Facts
        rows={[
          [t('winners.rank'), number(winner.rank)],
          [t('list.status'), <Status key="status" winner={winner} />],
          ...(prize === null
            ? []
            : ([
                [t('list.prize'), prize.title[language]],
                [t('winners.delivery'), t(`winners.delivery.${prize.delivery}`)],
              ] as const)),
          ...(winner.answeredAt === null ? [] : [[t('winners.answered'), time(winner.answeredAt)] as const]),
          ...(phone === null ? [] : [[t('list.phone'), phone] as const]),
          ...(label === null
            ? []
            : [
                [
                  t('winners.address'),
                  <Text key="label" size="sm" style={{ whiteSpace: 'pre-line' }}>
                    {label}
                  </Text>,
                ] as const,
              ]),
        ]}
      />
      <Note size="xs">{t('winners.address.logged')}</Note>
      <Anchor component={Link} href={`/customers/${winner.customerId}`} size="sm">
        {t('winners.customer')}
      </Anchor>
    </>
  )
}

function Steps({ winner, mayChange }: StepProps) {
  const { t } = useTexts()
  if (winner.status === 'waiting') return <Text c="dimmed">{t('winners.waits')}</Text>
  if (winner.status !== 'confirmed' || winner.prize === null) return null
  return (
    <>
      <Tax winner={winner} mayChange={mayChange} />
      {winner.isMinor && <Guardian winner={winner} mayChange={mayChange} />}
      {winner.prize.delivery === 'shipped' && <Parcel winner={winner} mayChange={mayChange} />}
      <HandOver winner={winner} mayChange={mayChange} />
    </>
  )
}
