import { Button, Group, Stack } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'

type Props = {
  readonly id: string
  readonly sessions: DeskAnswer<'customer'>['sessions']
  readonly mayChange: boolean
}

export function CustomerSessions({ id, sessions, mayChange }: Props) {
  const { t, time } = useTexts()
  const end = useChange('endCustomerSessions')
  const params = { id }
  const isLive = sessions.some(session => session.state === 'live')
  return (
    <Stack gap="xs">
      {end.isError && <Failure error={end.error} />}
      {mayChange && isLive && (
        <Group>
          <Button
            variant="default"
            loading={end.isPending && end.variables.body?.sessionId === undefined}
            onClick={() => end.mutate({ params, body: {} })}
          >
            {t('customers.sessions.end-all')}
          </Button>
        </Group>
      )}
      <List
        label={t('customers.tab.sessions')}
        heads={[
          t('sessions.started'),
          t('list.last-used'),
          t('list.state'),
          t('customers.reused'),
          ...(mayChange ? [t('list.actions')] : []),
        ]}
        rows={sessions.map(session => ({
          key: session.id,
          cells: [
            time(session.createdAt),
            time(session.usedAt),
            t(`customers.session.${session.state}`),
            session.reused,
            ...(mayChange
              ? [
                  session.state === 'live' && (
                    <Button
                      key="end"
                      size="xs"
                      variant="default"
                      loading={end.isPending && end.variables.body?.sessionId === session.id}
                      onClick={() => end.mutate({ params, body: { sessionId: session.id } })}
                    >
                      {t('sessions.end')}
                    </Button>
                  ),
                ]
              : []),
          ],
        }))}
      />
    </Stack>
  )
}
