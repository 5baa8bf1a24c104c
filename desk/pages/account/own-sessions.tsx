import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { browserName } from '#contract/desk/browser-name.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange, useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { Reading } from '../../ui/reading.tsx'
import { NotMe } from './not-me.tsx'

type Session = DeskAnswer<'sessions'>['sessions'][number]
type Disowned = DeskAnswer<'disownSession'>

export function OwnSessions() {
  const { t, time } = useTexts()
  const { data: me } = useMe()
  const sessions = useRead('sessions')
  const end = useChange('endSession')
  const endOthers = useChange('endOtherSessions')
  const [asked, setAsked] = useState<Session | null>(null)
  const [disowned, setDisowned] = useState<Disowned | null>(null)
  const own = sessions.data?.sessions.filter(({ personId }) => personId === me?.id) ?? []
  const nameOf = (passkey: string) => passkey || t('account.first')
  const isEnding = (id: string) => end.isPending && end.variables.params?.id === id
  return (
    <Stack gap="xs">
      <Heading>{t('sessions.own')}</Heading>
      <Text size="sm">{t('sessions.own.text')}</Text>
      {end.isError && <Failure error={end.error} />}
      {endOthers.isError && <Failure error={endOthers.error} />}
      {disowned && (
        <Alert color="green" role="status">
          {disownedText(disowned, { t, nameOf })}
        </Alert>
      )}
      <Reading of={sessions}>
        {() => (
          <List
            label={t('sessions.own')}
            heads={[
              t('sessions.browser'),
              t('sessions.passkey'),
              t('sessions.started'),
              t('list.last-used'),
              t('list.actions'),
            ]}
            rows={own.map(session => ({
              key: session.id,
              cells: [
                <Group key="browser" gap="xs">
                  <span title={session.browser}>{browserName(session.browser)}</span>
                  {session.current && <Badge>{t('sessions.current')}</Badge>}
                </Group>,
                session.passkey === null ? t('sessions.passkey.none') : nameOf(session.passkey),
                time(session.createdAt),
                time(session.usedAt),
                <Group key="actions" gap="xs">
                  {!session.current && (
                    <Button size="xs" color="red" onClick={() => setAsked(session)}>
                      {t('sessions.not-me')}
                    </Button>
                  )}
                  <Button
                    size="xs"
                    variant="default"
                    loading={isEnding(session.id)}
                    onClick={() => end.mutate({ params: { id: session.id } })}
                  >
                    {t('sessions.end')}
                  </Button>
                </Group>,
              ],
            }))}
          />
        )}
      </Reading>
      {own.length > 1 && (
        <Group>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {t('sessions.end-others')}
          </Button>
        </Group>
      )}
      {asked && (
        <NotMe
          session={asked}
          close={() => setAsked(null)}
          done={answer => {
            setDisowned(answer)
            setAsked(null)
          }}
        />
      )}
    </Stack>
  )
}

type How = {
  readonly t: ReturnType<typeof useTexts>['t']
  readonly nameOf: (passkey: string) => string
}

function disownedText({ removed, kept }: Disowned, { t, nameOf }: How): string {
  if (removed !== null) return t('sessions.not-me.removed', { passkey: nameOf(removed) })
  return kept === null ? t('sessions.not-me.ended') : t('sessions.not-me.kept', { passkey: nameOf(kept) })
}
