import { Badge, Group, Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'

export type Winner = DeskAnswer<'winner'>['winner']

const colours = {
  waiting: 'orange',
  confirmed: 'green',
  declined: 'gray',
  expired: 'gray',
  left: 'gray',
  reserve: 'blue',
} as const

export function Status({ winner }: { readonly winner: Winner }) {
  const { t, time } = useTexts()
  const { status, confirmBy, isPromoted } = winner
  return (
    <Stack gap={2} align="flex-start">
      <Badge variant="light" color={colours[status]} miw={0} style={{ height: 'auto' }}>
        <span className="badge-text">
          {t(`winners.status.${status}`, { time: confirmBy === null ? '' : time(confirmBy) })}
        </span>
      </Badge>
      {isPromoted && <Note size="xs">{t('winners.promoted')}</Note>}
    </Stack>
  )
}

export function Progress({ winner }: { readonly winner: Winner }) {
  const { t, time } = useTexts()
  const { prize, status, shippedAt, receivedAt, taxFormAt, taxPaidAt, trackingNo, carrier } = winner
  if (status !== 'confirmed' || prize === null) return null
  const isOpen = (prize.taxBaht ?? 0) > 0 && (taxFormAt === null || taxPaidAt === null)
  const toDo = prize.delivery === 'shipped' ? 'winners.to-ship' : 'winners.to-hand-over'
  const done =
    receivedAt !== null
      ? t('winners.received', { time: time(receivedAt) })
      : shippedAt !== null
        ? t('winners.shipped', { time: time(shippedAt) })
        : t(toDo)
  return (
    <Stack gap={2}>
      <Text size="sm">{done}</Text>
      {trackingNo !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {carrier} {trackingNo}
        </Text>
      )}
      {isOpen && (
        <Group>
          <Badge variant="light" color="orange" miw={0} style={{ height: 'auto' }}>
            <span className="badge-text">{t('winners.tax-open')}</span>
          </Badge>
        </Group>
      )}
    </Stack>
  )
}
