import { Anchor, Loader, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { HandOver, Parcel } from './parcel.tsx'
import { Status, type Winner } from './status.tsx'
import type { StepProps } from './step.tsx'
import { Tax } from './tax.tsx'

export function WinnerPage({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const { data: me } = useMe()
  const { data, isPending, isError, error, refetch } = useRead('winner', { params: { id } })
  const mayChange = me?.permissions.includes('customers-change') ?? false
  return (
    <Stack maw={760}>
      <Anchor component={Link} href="/winners">
        {t('winners.back')}
      </Anchor>
      {isPending && <Loader role="status" aria-label={t('desk.loading')} />}
      {isError && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Title order={3}>{data.winner.name || t('winners.no-name')}</Title>
          <About winner={data.winner} phone={data.phone} label={data.label} />
          <Steps winner={data.winner} mayChange={mayChange} />
        </>
      )}
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
          [t('winners.status'), <Status key="status" winner={winner} />],
          ...(prize === null
            ? []
            : ([
                [t('winners.prize'), prize.title[language]],
                [t('winners.delivery'), t(`winners.delivery.${prize.delivery}`)],
              ] as const)),
          ...(winner.answeredAt === null ? [] : [[t('winners.answered'), time(winner.answeredAt)] as const]),
          ...(phone === null ? [] : [[t('winners.phone'), phone] as const]),
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
      <Text size="xs" c="dimmed">
        {t('winners.address.logged')}
      </Text>
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
      {winner.prize.delivery === 'shipped' && <Parcel winner={winner} mayChange={mayChange} />}
      <HandOver winner={winner} mayChange={mayChange} />
    </>
  )
}
