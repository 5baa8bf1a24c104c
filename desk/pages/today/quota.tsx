import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'

type Props = { readonly quota: NonNullable<DeskAnswer<'today'>['quota']> }

export function Quota({ quota }: Props) {
  const { t, time, number } = useTexts()
  const { state, limit, used, resetsAt, waiting, winnersWaiting } = quota
  const isUsed = state === 'used'
  return (
    <Alert
      color={isUsed ? 'red' : 'yellow'}
      role="alert"
      title={isUsed ? t('today.quota.used', { time: time(resetsAt) }) : t('today.quota.nearly')}
    >
      <Stack gap="xs">
        {limit !== null && used !== null && (
          <Text size="sm">
            {t('today.quota.counted', { used: number(used), limit: number(limit), waiting: number(waiting) })}
          </Text>
        )}
        {isUsed && winnersWaiting > 0 && (
          <Text size="sm">
            {t('today.quota.winners', {
              count: number(winnersWaiting),
              filter: t('winners.show.not-told'),
            })}{' '}
            <Anchor component={Link} href="/winners">
              {t('page.winners')}
            </Anchor>
          </Text>
        )}
        <Text size="sm">{t('today.quota.raise')}</Text>
      </Stack>
    </Alert>
  )
}
