import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { useChange, useMe, usePages } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { More, Reading } from '../../ui/reading.tsx'
import { messageKindText } from '../customers/message-kinds.ts'

type Page = DeskAnswer<'failedMessages'>

/** Lists LINE messages that failed permanently, with the reasons, and offers to send some again. */
export function Messages() {
  const { t } = useTexts()
  const failed = usePages(['failedMessages'], after => call('failedMessages', { query: { after } }))
  return (
    <Stack>
      <Heading>{t('messages.failed')}</Heading>
      <Text size="sm">{t('messages.failed.text')}</Text>
      <Reading of={failed}>
        {pages => (
          <>
            <Kinds kinds={pages[0]?.kinds ?? []} />
            <Failed messages={pages.flatMap(page => page.messages)} />
          </>
        )}
      </Reading>
      <More of={failed} />
    </Stack>
  )
}

function Kinds({ kinds }: Pick<Page, 'kinds'>) {
  const { t, number } = useTexts()
  const { data: me } = useMe()
  const [done, setDone] = useState<DeskAnswer<'retryMessages'> | null>(null)
  const retry = useChange('retryMessages', setDone)
  return (
    <Stack gap="xs">
      {kinds.map(({ kind, count }) => (
        <Group key={kind} gap="xs">
          <Badge variant="light" color="red">
            {t(messageKindText(kind))} {number(count)}
          </Badge>
          {me?.permissions.includes('customers-change') && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={retry.isPending}
              aria-label={`${t('messages.retry')}: ${t(messageKindText(kind))}`}
              onClick={() => retry.mutate({ body: { kind } })}
            >
              {t('messages.retry')}
            </Button>
          )}
        </Group>
      ))}
      {retry.isError && <Failure error={retry.error} />}
      <div role="status">
        {done && (
          <Alert color={done.again > 0 ? 'green' : 'gray'}>
            {[
              t('messages.retried', { count: number(done.again) }),
              ...(done.kept > 0 ? [t('messages.kept', { count: number(done.kept) })] : []),
              ...(done.hasMore ? [t('messages.has-more')] : []),
            ].join(' ')}
          </Alert>
        )}
      </div>
    </Stack>
  )
}

function Failed({ messages }: Pick<Page, 'messages'>) {
  const { t, time } = useTexts()
  return (
    <List
      label={t('messages.failed')}
      heads={[t('list.time'), t('list.customer'), t('messages.message'), t('messages.why')]}
      rows={messages.map(({ kind, customerId, name, at, unsure, reason }, index) => ({
        key: `${index} ${customerId} ${kind}`,
        cells: [
          time(at),
          <Anchor key="name" component={Link} href={`/customers/${customerId}`}>
            {name || t('winners.no-name')}
          </Anchor>,
          t(messageKindText(kind)),
          unsure ? t('messages.unsure') : t('messages.refused', { reason }),
        ],
      }))}
    />
  )
}
