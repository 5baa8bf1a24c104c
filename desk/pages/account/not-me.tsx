import { Button, Group, Stack, Text } from '@mantine/core'
import { browserName } from '#contract/desk/browser-name.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'

type Props = {
  readonly session: DeskAnswer<'sessions'>['sessions'][number]
  readonly close: () => void
  readonly done: (answer: DeskAnswer<'disownSession'>) => void
}

/** Explains the effects of reporting another person's session, and reports it. */
export function NotMe({ session, close, done }: Props) {
  const { t, time } = useTexts()
  const disown = useChange('disownSession', done)
  const { id, browser, createdAt, passkey } = session
  return (
    <Dialog title={t('sessions.not-me.title')} close={close}>
      <Stack>
        <Text>{t('sessions.not-me.text', { browser: browserName(browser), time: time(createdAt) })}</Text>
        {passkey !== null && (
          <Text>{t('sessions.not-me.passkey', { passkey: passkey || t('account.first') })}</Text>
        )}
        {disown.isError && <Failure error={disown.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('desk.cancel')}
          </Button>
          <Button color="red.9" loading={disown.isPending} onClick={() => disown.mutate({ params: { id } })}>
            {t('sessions.not-me')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
