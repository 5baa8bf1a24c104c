import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../api/call.ts'
import { signIn } from '../api/passkey.ts'
import { ME, useAction, useRead } from '../api/use-desk.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { Failure } from '../ui/failure.tsx'
import { LanguageAndTheme } from '../ui/language-and-theme.tsx'
import { NeedsPasskeys } from '../ui/needs-passkeys.tsx'
import { Note } from '../ui/note.tsx'
import { useTitle } from '../ui/use-title.ts'

/** `hasEnded` is true if a session has ended while the page was open. */
export function SignIn({ hasEnded }: { readonly hasEnded: boolean }) {
  const { t, language } = useTexts()
  useTitle(t('sign-in.title'))
  const client = useQueryClient()
  const welcome = useRead('welcome')
  const entered = (me: DeskAnswer<'me'>) => client.setQueryData(ME, me)
  const passkey = useAction({ mutationFn: signIn, onSuccess: entered })
  const demo = useAction({
    mutationFn: (personId: string) => call('demoSignIn', { body: { personId } }),
    onSuccess: entered,
  })
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={440}>
        <Stack>
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <div>
              <Note>{welcome.data?.campaign[language]}</Note>
              <Title order={1} size="h2">
                {t('sign-in.title')}
              </Title>
            </div>
            <LanguageAndTheme />
          </Group>
          {hasEnded && <Text role="status">{t('error.SIGNED_OUT')}</Text>}
          <NeedsPasskeys>
            <Button size="md" loading={passkey.isPending} onClick={() => passkey.mutate()}>
              {t('sign-in.passkey')}
            </Button>
            <Note>{t('sign-in.hint')}</Note>
          </NeedsPasskeys>
          {passkey.isError && <Failure error={passkey.error} />}
          {demo.isError && <Failure error={demo.error} />}
          {welcome.isError && <Failure error={welcome.error} retry={() => void welcome.refetch()} />}
          {welcome.data && welcome.data.demo.length > 0 && (
            <Stack gap="xs">
              <Text size="sm" fw={600}>
                {t('sign-in.demo')}
              </Text>
              {welcome.data.demo.map(person => (
                <Button
                  key={person.id}
                  variant="default"
                  disabled={demo.isPending}
                  onClick={() => demo.mutate(person.id)}
                >
                  {person.name}
                </Button>
              ))}
            </Stack>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}
