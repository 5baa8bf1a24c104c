import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey } from '../../api/passkey.ts'
import { useAction, useChange, useMe, useRead, withFreshPasskey } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'
import { NeedsPasskeys } from '../../ui/needs-passkeys.tsx'
import { Notices } from './notices.tsx'
import { OwnSessions } from './own-sessions.tsx'

export function Account() {
  const { data: me } = useMe()
  return (
    <Stack gap="xl">
      {me && !me.demo && <Passkeys />}
      <OwnSessions />
      <Notices />
    </Stack>
  )
}

function Passkeys() {
  const { t, time } = useTexts()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const passkeys = useRead('passkeys')
  const remove = useChange('removePasskey')
  const add = useAction({
    mutationFn: () => withFreshPasskey(client, () => addPasskey(name)),
    onSuccess: async () => {
      setName('')
      await client.invalidateQueries({ queryKey: ['passkeys'] })
    },
  })
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('account.passkeys')}
      </Title>
      <Text size="sm">{t('account.passkeys.text')}</Text>
      {passkeys.isError && <Failure error={passkeys.error} retry={() => void passkeys.refetch()} />}
      {remove.isError && <Failure error={remove.error} />}
      {add.isError && <Failure error={add.error} />}
      {passkeys.data && (
        <List
          label={t('account.passkeys')}
          heads={[t('account.device'), t('account.created'), t('account.used'), t('people.actions')]}
          rows={passkeys.data.passkeys.map(({ id, name: device, createdAt, usedAt }) => ({
            key: id,
            cells: [
              device || t('account.first'),
              time(createdAt),
              usedAt === null ? t('people.never') : time(usedAt),
              <Button
                key="remove"
                size="xs"
                variant="default"
                onClick={() => remove.mutate({ body: { id } })}
              >
                {t('account.remove')}
              </Button>,
            ],
          }))}
        />
      )}
      <NeedsPasskeys>
        <form
          onSubmit={event => {
            event.preventDefault()
            add.mutate()
          }}
        >
          <Group align="flex-end">
            <TextInput
              label={t('account.device')}
              value={name}
              onChange={event => setName(event.target.value)}
              maxLength={80}
              required
            />
            <Button type="submit" loading={add.isPending}>
              {t('account.add')}
            </Button>
          </Group>
        </form>
      </NeedsPasskeys>
    </Stack>
  )
}
