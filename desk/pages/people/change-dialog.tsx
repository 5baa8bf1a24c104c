import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Role, roles } from '#contract/desk/roles.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { CopyLink } from '../../ui/copy-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import type { Person } from './people.tsx'

/** What a manager does with a person. */
export type Change =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'again' | 'end'; readonly person: Person }

type Props = { readonly change: Change; readonly close: () => void }
type Link = { readonly name: string; readonly token: string; readonly expiresAt: number }

const titles = {
  invite: 'people.invite',
  role: 'people.change-role',
  again: 'people.invite-again',
  end: 'people.end',
} as const

/** Asks for what a change needs, says what it does, and shows the link of an invitation. */
export function ChangeDialog({ change, close }: Props) {
  const { t } = useTexts()
  const person = change.kind === 'invite' ? null : change.person
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>(person?.role ?? 'reviewer')
  const [link, setLink] = useState<Link | null>(null)
  const shown = ({ token, expiresAt }: Omit<Link, 'name'>) =>
    setLink({ name: person?.name ?? name, token, expiresAt })
  const changes = {
    invite: useChange('invite', shown),
    again: useChange('inviteAgain', shown),
    role: useChange('changeRole', close),
    end: useChange('endPerson', close),
  }
  const { isPending, isError, error } = changes[change.kind]
  const submit = () => {
    if (change.kind === 'invite') return changes.invite.mutate({ body: { name, role } })
    const params = { id: change.person.id }
    if (change.kind === 'role') return changes.role.mutate({ params, body: { role } })
    return changes[change.kind].mutate({ params })
  }
  if (link) return <InvitationLink link={link} close={close} />
  return (
    <Dialog title={t(titles[change.kind])} close={close}>
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          {person ? (
            <Text>{t(`${titles[change.kind as 'role' | 'again' | 'end']}.text`, { name: person.name })}</Text>
          ) : (
            <TextInput
              label={t('people.name')}
              value={name}
              onChange={event => setName(event.target.value)}
              maxLength={80}
              required
              data-autofocus
            />
          )}
          {(change.kind === 'invite' || change.kind === 'role') && (
            <Select
              label={t('people.role')}
              data={roles.map(one => ({ value: one, label: t(`role.${one}`) }))}
              value={role}
              onChange={value => setRole(roles.find(one => one === value) ?? role)}
              allowDeselect={false}
            />
          )}
          {isError && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('desk.cancel')}
            </Button>
            <Button type="submit" loading={isPending} {...(change.kind === 'end' ? { color: 'red.9' } : {})}>
              {t(titles[change.kind])}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function InvitationLink({ link, close }: { readonly link: Link; readonly close: () => void }) {
  const { t, time } = useTexts()
  const address = `${location.origin}/invitation#${link.token}`
  return (
    <Dialog title={t('people.link', { name: link.name })} close={close}>
      <Stack>
        <Text>{t('people.link.text', { time: time(link.expiresAt) })}</Text>
        <CopyLink label={t('people.link', { name: link.name })} address={address} />
      </Stack>
    </Dialog>
  )
}
