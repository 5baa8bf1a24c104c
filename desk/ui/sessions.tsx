import { Badge, Button, Stack, Title } from '@mantine/core'
import { browserName } from '#contract/desk/browser-name.ts'
import { useChange, useRead } from '../api/use-desk.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { Failure } from './failure.tsx'
import { List } from './list.tsx'

export function Sessions() {
  const { t, time } = useTexts()
  const sessions = useRead('sessions')
  const end = useChange('endSession')
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('sessions.title')}
      </Title>
      {sessions.isError && <Failure error={sessions.error} retry={() => void sessions.refetch()} />}
      {end.isError && <Failure error={end.error} />}
      {sessions.data && (
        <List
          label={t('sessions.title')}
          heads={[
            t('people.name'),
            t('sessions.started'),
            t('sessions.used'),
            t('sessions.browser'),
            t('sessions.passkey'),
            t('people.actions'),
          ]}
          rows={sessions.data.sessions.map(({ id, name, current, createdAt, usedAt, browser, passkey }) => ({
            key: id,
            cells: [
              <>
                {name} {current && <Badge>{t('sessions.current')}</Badge>}
              </>,
              time(createdAt),
              time(usedAt),
              <span key="browser" title={browser}>
                {browserName(browser)}
              </span>,
              passkey === null ? t('sessions.passkey.none') : passkey || t('account.first'),
              <Button
                key="end"
                size="xs"
                variant="default"
                loading={end.isPending && end.variables.params?.id === id}
                onClick={() => end.mutate({ params: { id } })}
              >
                {t('sessions.end')}
              </Button>,
            ],
          }))}
        />
      )}
    </Stack>
  )
}
