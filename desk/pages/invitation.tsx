import { Button, Center, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeIn, INVITATION_CODE } from '#contract/desk/invitation-code.ts'
import { call } from '../api/call.ts'
import { acceptInvitation } from '../api/passkey.ts'
import { useAction } from '../api/use-desk.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { Failure } from '../ui/failure.tsx'
import { NeedsPasskeys } from '../ui/needs-passkeys.tsx'
import { Loading } from '../ui/reading.tsx'
import { useTitle } from '../ui/use-title.ts'

/** The invitation's token is in the URL's hash, which browsers do not send to servers. */
export function Invitation() {
  const { t } = useTexts()
  const [token] = useState(() => location.hash.slice(1))
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call('invitationOptions', { body: { token } }),
    // Accepting uses up the invitation, so a reload would replace the page with an error.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [typed, setTyped] = useState('')
  const code = codeIn(typed)
  const accept = useAction({
    mutationFn: () => acceptInvitation(token, invitation.data?.needsCode ? code : null),
    onSuccess: () => location.replace('/'),
  })
  const data = invitation.data
  const isComplete = INVITATION_CODE.test(code)
  useTitle(data ? t('invitation.title', { name: data.name }) : null)
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={440}>
        {invitation.isPending && <Loading />}
        {invitation.isError && <Failure error={invitation.error} />}
        {data && (
          <Stack>
            <Title order={1} size="h2">
              {t('invitation.title', { name: data.name })}
            </Title>
            <Text>{t('invitation.text', { role: t(`role.${data.role}`) })}</Text>
            <NeedsPasskeys>
              {data.needsCode && (
                <TextInput
                  label={t('invitation.code')}
                  description={t('invitation.code.text')}
                  error={typed !== '' && !isComplete && t('invitation.code.incomplete')}
                  value={typed}
                  onChange={event => setTyped(event.target.value)}
                  maxLength={20}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                />
              )}
              <Button
                size="md"
                loading={accept.isPending}
                disabled={data.needsCode && !isComplete}
                onClick={() => accept.mutate()}
              >
                {t('invitation.accept')}
              </Button>
            </NeedsPasskeys>
            {accept.isError && <Failure error={accept.error} />}
          </Stack>
        )}
      </Paper>
    </Center>
  )
}
