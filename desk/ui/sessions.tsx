import { Badge, Button, Stack } from '@mantine/core'
import { browserName } from '#contract/desk/browser-name.ts'
import { useChange, useRead } from '../api/use-desk.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { Failure } from './failure.tsx'
import { Heading } from './heading.tsx'
import { List } from './list.tsx'
import { Reading } from './reading.tsx'

export function Sessions() {
  const { t, time } = useTexts()
  const sessions = useRead('sessions')
  const end = useChange('endSession')
  return (
    <Stack gap="xs">
      <Heading>{t('sessions.title')}</Heading>
      {end.isError && <Failure error={end.error} />}
      <Reading of={sessions}>
        {answer => (
          <List
            label={t('sessions.title')}
            heads={[
              t('list.name'),
              t('sessions.started'),
              t('list.last-used'),
              t('sessions.browser'),
              t('sessions.passkey'),
              t('list.actions'),
            ]}
            rows={answer.sessions.map(({ id, name, current, createdAt, usedAt, browser, passkey }) => ({
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
      </Reading>
    </Stack>
  )
}
