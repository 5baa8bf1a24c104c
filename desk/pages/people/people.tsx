import { Badge, Button, Group, Loader, Menu, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'
import { Sessions } from '../../ui/sessions.tsx'
import { ApprovalList, approvalsInterval } from '../approvals/approvals.tsx'
import { type Change, ChangeDialog, type Person } from './change-dialog.tsx'

export function People() {
  const { t, time } = useTexts()
  const { data: me } = useMe()
  const people = useRead('people')
  const [change, setChange] = useState<Change | null>(null)
  if (people.isPending) return <Loader role="status" aria-label={t('desk.loading')} />
  if (people.isLoadingError) return <Failure error={people.error} retry={() => void people.refetch()} />
  return (
    <Stack gap="xl">
      {people.isError && <Failure error={people.error} retry={() => void people.refetch()} />}
      <Group>
        <Button onClick={() => setChange({ kind: 'invite' })}>{t('people.invite')}</Button>
      </Group>
      <Waiting />
      <List
        label={t('page.people')}
        heads={[
          t('people.name'),
          t('people.role'),
          t('people.state'),
          t('people.given'),
          t('people.last-used'),
          t('people.passkeys'),
          t('people.sessions'),
          t('people.actions'),
        ]}
        rows={people.data.people.map(person => ({
          key: person.id,
          cells: [
            person.name,
            t(`role.${person.role}`),
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
      <Sessions />
      {change && (
        <ChangeDialog
          change={change}
          isAlone={!people.data.people.some(one => canApprove(one) && one.id !== me?.id)}
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
  return (
    <ApprovalList
      approvals={waiting ?? []}
      title={
        <Title order={3} size="h4">
          {t('people.waiting')}
        </Title>
      }
    />
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
      {givenAt !== null && (
        <Text size="xs" c="dimmed">
          {time(givenAt)}
        </Text>
      )}
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
        <Button size="xs" variant="default" aria-label={`${t('people.actions')}: ${person.name}`}>
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
