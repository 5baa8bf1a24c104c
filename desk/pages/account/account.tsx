import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addPasskey } from '../../api/passkey.ts'
import { useAction, useChange, useMe, useRead, withFreshPasskey } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { NeedsPasskeys } from '../../ui/needs-passkeys.tsx'
import { Reading } from '../../ui/reading.tsx'
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
      <Heading>{t('account.passkeys')}</Heading>
      <Text size="sm">{t('account.passkeys.text')}</Text>
      {remove.isError && <Failure error={remove.error} />}
      {add.isError && <Failure error={add.error} />}
      <Reading of={passkeys}>
        {answer => (
          <List
            label={t('account.passkeys')}
            heads={[t('account.device'), t('account.created'), t('list.last-used'), t('list.actions')]}
            rows={answer.passkeys.map(({ id, name: device, createdAt, usedAt }) => ({
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
      </Reading>
      <NeedsPasskeys>
        <Form submit={() => add.mutate()}>
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
        </Form>
      </NeedsPasskeys>
    </Stack>
  )
}
