import { Badge, Button, Group, Menu, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Sessions } from '../../ui/sessions.tsx'
import { ApprovalList, approvalsInterval } from '../approvals/approvals.tsx'
import { type Change, ChangeDialog, type Person } from './change-dialog.tsx'

export function People() {
  const { t, time } = useTexts()
  const { data: me } = useMe()
  const people = useRead('people')
  const [change, setChange] = useState<Change | null>(null)
  return (
    <Stack gap="xl">
      <Group>
        <Button onClick={() => setChange({ kind: 'invite' })}>{t('people.invite')}</Button>
      </Group>
      <Waiting />
      <Reading of={people}>
        {answer => (
          <List
            label={t('page.people')}
            heads={[
              t('list.name'),
              t('people.role'),
              t('list.state'),
              t('people.given'),
              t('people.last-used'),
              t('people.passkeys'),
              t('customers.tab.sessions'),
              t('list.actions'),
            ]}
            rows={answer.people.map(person => ({
              key: person.id,
              cells: [
                person.name,
                <RoleName key="role" person={person} />,
                <Badge key="state" variant="light" color={colours[person.state]}>
                  {t(`people.state.${person.state}`)}
                </Badge>,
                <Given key="given" person={person} />,
                person.lastUsedAt === null ? t('people.never') : time(person.lastUsedAt),
                person.passkeys,
                person.sessions,
                <Actions key="actions" person={person} choose={setChange} />,
              ],
            }))}
          />
        )}
      </Reading>
      <Sessions />
      {change && (
        <ChangeDialog
          change={change}
          isAlone={!people.data?.people.some(one => canApprove(one) && one.id !== me?.id)}
          close={() => setChange(null)}
        />
      )}
    </Stack>
  )
}

const canApprove = ({ role, state }: Person): boolean => role === 'manager' && state === 'active'

function Waiting() {
  const { t } = useTexts()
  const approvals = useRead('approvals', {}, { refetchInterval: approvalsInterval })
  const waiting = approvals.data?.approvals.filter(
    ({ state, input }) =>
      state === 'asked' && ['give-manager-access', 'take-manager-access'].includes(input.action),
  )
  return <ApprovalList approvals={waiting ?? []} title={<Heading>{t('people.waiting')}</Heading>} />
}

/** The role and, for staff, the place. */
function RoleName({ person: { role, place } }: { readonly person: Person }) {
  const { t } = useTexts()
  const where = place === 'event' ? t('people.place.event') : (place?.join(', ') ?? '')
  return (
    <>
      {t(`role.${role}`)}
      {place !== null && <Note size="xs">{where}</Note>}
    </>
  )
}

function Given({ person: { givenBy, givenAt } }: { readonly person: Person }) {
  const { t, time } = useTexts()
  const [first, second] = givenBy ?? []
  const who =
    givenBy === null
      ? t('people.given.unknown')
      : first === undefined
        ? t('people.given.server')
        : second === undefined
          ? first.name
          : t('people.given.two', { first: first.name, second: second.name })
  return (
    <>
      {who}
      {givenAt !== null && <Note size="xs">{time(givenAt)}</Note>}
    </>
  )
}

const colours = { invited: 'blue', active: 'green', ended: 'gray' } as const

type ActionsProps = { readonly person: Person; readonly choose: (change: Change) => void }

function Actions({ person, choose }: ActionsProps) {
  const { t } = useTexts()
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" aria-label={`${t('list.actions')}: ${person.name}`}>
          …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => choose({ kind: 'role', person })}>{t('people.change-role')}</Menu.Item>
        <Menu.Item onClick={() => choose({ kind: 'again', person })}>{t('people.invite-again')}</Menu.Item>
        {person.state !== 'ended' && (
          <Menu.Item color="red" onClick={() => choose({ kind: 'end', person })}>
            {t('people.end')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
