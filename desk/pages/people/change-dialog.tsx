import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskAction } from '#contract/approvals.ts'
import type { StaffPlace } from '#contract/desk/people.ts'
import { deskRoles, type Role, roles } from '#contract/desk/roles.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { type Invitation, InvitationCode, InvitationLink } from '../../ui/shared-secrets.tsx'
import { StaffPlaceField } from './staff-place.tsx'

export type Person = DeskAnswer<'people'>['people'][number]

export type Change =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'again' | 'end'; readonly person: Person }

type Props = {
  readonly change: Change
  /** True if there is no other manager who could approve a request. */
  readonly isAlone: boolean
  readonly close: () => void
}

const titles = {
  invite: 'people.invite',
  role: 'people.change-role',
  again: 'people.invite-again',
  end: 'people.end',
} as const

/** Returns the request that a second manager must approve; null if the change does not affect a manager. */
function requestFor(change: Change, { name, role }: { name: string; role: Role }): DeskAction | null {
  if (role === 'staff') return null
  if (change.kind === 'invite') {
    return role === 'manager' ? { action: 'give-manager-access', to: { name } } : null
  }
  const { id } = change.person
  const isManager = change.person.role === 'manager'
  if (change.kind === 'role' && isManager !== (role === 'manager')) {
    return role === 'manager'
      ? { action: 'give-manager-access', to: { id } }
      : { action: 'take-manager-access', id, role }
  }
  if (!isManager || change.kind === 'role') return null
  return change.kind === 'end'
    ? { action: 'take-manager-access', id, role: null }
    : { action: 'give-manager-access', to: { id } }
}

export function ChangeDialog({ change, isAlone, close }: Props) {
  const { t } = useTexts()
  const person = change.kind === 'invite' ? null : change.person
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<Role>(person?.role ?? 'reviewer')
  const [place, setPlace] = useState<StaffPlace>(person?.place ?? 'event')
  const [link, setLink] = useState<Invitation | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const name = person?.name ?? typed
  const shown = ({ token, expiresAt }: Omit<Invitation, 'name'>) => setLink({ name, token, expiresAt })
  const changes = {
    invite: useChange('invite', shown),
    again: useChange('inviteAgain', shown),
    role: useChange('changeRole', close),
    end: useChange('endPerson', close),
  }
  const ask = useChange('askApproval', answer => (answer.code === null ? close() : setCode(answer.code)))
  const input = requestFor(change, { name: typed, role })
  const { isPending, isError, error } = input ? ask : changes[change.kind]
  const submit = () => {
    if (input) return ask.mutate({ body: { input } })
    const given = role === 'staff' ? { role, place } : { role }
    if (change.kind === 'invite') return changes.invite.mutate({ body: { name, ...given } })
    const params = { id: change.person.id }
    if (change.kind === 'role') return changes.role.mutate({ params, body: given })
    return changes[change.kind].mutate({ params })
  }
  if (link) return <InvitationLink invitation={link} close={close} />
  if (code !== null) return <InvitationCode name={name} code={code} close={close} />
  const isUnchanged = change.kind === 'role' && role === change.person.role && role !== 'staff'
  const choices = person?.role === 'manager' ? deskRoles : roles
  return (
    <Dialog title={t(titles[change.kind])} close={close}>
      <Form submit={submit}>
        <Stack>
          {person ? (
            !input && (
              <Text>
                {t(`${titles[change.kind as 'role' | 'again' | 'end']}.text`, { name: person.name })}
              </Text>
            )
          ) : (
            <TextInput
              label={t('list.name')}
              value={typed}
              onChange={event => setTyped(event.target.value)}
              maxLength={80}
              required
              data-autofocus
            />
          )}
          {(change.kind === 'invite' || change.kind === 'role') && (
            <Select
              label={t('people.role')}
              data={choices.map(one => ({ value: one, label: t(`role.${one}`) }))}
              value={role}
              onChange={value => setRole(roles.find(one => one === value) ?? role)}
              allowDeselect={false}
            />
          )}
          {role === 'staff' && (change.kind === 'invite' || change.kind === 'role') && (
            <StaffPlaceField place={place} choose={setPlace} />
          )}
          {input && <AboutTwo input={input} name={name} isAlone={isAlone} />}
          {isError && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('desk.cancel')}
            </Button>
            <Button
              type="submit"
              loading={isPending}
              disabled={isUnchanged}
              {...(change.kind === 'end' ? { color: 'red.9' } : {})}
            >
              {t(input ? 'desk.ask' : titles[change.kind])}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}

type AboutProps = { readonly input: DeskAction; readonly name: string; readonly isAlone: boolean }

function AboutTwo({ input, name, isAlone }: AboutProps) {
  const { t } = useTexts()
  const isNew = input.action === 'give-manager-access' && 'name' in input.to
  const text = input.action === 'take-manager-access' ? 'take' : isNew ? 'give' : 'again'
  return (
    <>
      <Text>{t(`people.two.${text}`, { name: name || '…' })}</Text>
      {isNew && <Text>{t('people.two.one-account')}</Text>}
      {isAlone && <Alert color="orange">{t('people.two.alone')}</Alert>}
    </>
  )
}
