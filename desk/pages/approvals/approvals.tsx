import { Alert, Badge, Button, Group, List, Paper, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fileNameOf } from '#contract/approvals.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { CallError, call } from '../../api/call.ts'
import { useAction, useChange, useMe, useRead, withFreshPasskey } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RUNNING_MS, RunningStep } from '../../ui/running-step.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Scroll } from '../../ui/scroll.tsx'
import { type Invitation, InvitationLink } from '../../ui/shared-secrets.tsx'
import { useActionText } from './action-text.ts'

type Approval = DeskAnswer<'approvals'>['approvals'][number]

const colours = { asked: 'blue', approved: 'green', refused: 'gray', done: 'gray', expired: 'gray' } as const

/** Poll more often while the server carries out a request. */
export const approvalsInterval = ({
  state: { data },
}: {
  state: { data: DeskAnswer<'approvals'> | undefined }
}): number => (data?.approvals.some(({ progress }) => progress !== null) ? RUNNING_MS : 15_000)

export function Approvals() {
  const { t } = useTexts()
  const approvals = useRead('approvals', {}, { refetchInterval: approvalsInterval })
  return (
    <Stack>
      <Text>{t('approvals.text')}</Text>
      <Reading of={approvals}>
        {({ approvals: list }) => (
          <>
            {list.length === 0 && <Text c="dimmed">{t('desk.none')}</Text>}
            <ApprovalList approvals={list} />
          </>
        )}
      </Reading>
    </Stack>
  )
}

type ListProps = { readonly approvals: readonly Approval[]; readonly title?: ReactNode }

/** Renders nothing if there are no requests. Also shows the link of an invitation that was just approved. */
export function ApprovalList({ approvals, title = null }: ListProps) {
  const { data: me } = useMe()
  // The state is here, because the card of an approved request may disappear from the list.
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  return (
    <>
      {approvals.length > 0 && title}
      {me &&
        approvals.map(approval => (
          <ApprovalCard key={approval.id} approval={approval} me={me} onInvitation={setInvitation} />
        ))}
      {invitation && <InvitationLink invitation={invitation} hasCode close={() => setInvitation(null)} />}
    </>
  )
}

export function ApprovalCard({
  approval,
  me,
  onInvitation = () => undefined,
}: {
  readonly approval: Approval
  readonly me: DeskAnswer<'me'>
  readonly onInvitation?: (invitation: Invitation) => void
}) {
  const { t, time } = useTexts()
  const show = useActionText()
  const { askedBy, decidedBy, decidedAt, state, person } = approval
  // Keep the message after the download, because it explains what to do if the download is interrupted.
  const isFile = fileNameOf(approval.input) !== null && (state === 'approved' || state === 'done')
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{show(approval.input, person?.name)}</Text>
          {person && state === 'asked' && (
            <Text size="sm">
              {t('approvals.person', {
                role: t(`role.${person.role}`),
                state: t(`people.state.${person.state}`),
              })}
            </Text>
          )}
          <Text size="sm">{t('approvals.asked', { name: askedBy.name, time: time(approval.askedAt) })}</Text>
          {decidedBy && decidedAt !== null && (
            <Text size="sm">
              {t(state === 'refused' ? 'approvals.refused-by' : 'approvals.approved-by', {
                name: decidedBy.name,
                time: time(decidedAt),
              })}
            </Text>
          )}
          {(state === 'asked' || state === 'approved') && (
            <Note>{t('approvals.until', { time: time(approval.expiresAt) })}</Note>
          )}
        </div>
        <Badge variant="light" color={colours[state]}>
          {t(`approvals.state.${state}`)}
        </Badge>
      </Group>
      <Effects effects={approval.effects} />
      {approval.input.action === 'draw-import' && <DrawnTickets tickets={approval.input.tickets} />}
      {state === 'asked' && <Decision approval={approval} me={me} onInvitation={onInvitation} />}
      {isFile && askedBy.id === me.id && <Fetch approval={approval} />}
    </Paper>
  )
}

/** The effects of approving now. The server refuses the approval if they have changed. */
function Effects({ effects }: Pick<Approval, 'effects'>) {
  const { t, number } = useTexts()
  if (effects.length === 0) return null
  return (
    <List size="sm" mt="xs">
      {effects.map(({ kind, count, text, isWarning }) => (
        <List.Item key={kind} fw={isWarning ? 700 : 400}>
          {t(`approvals.effect.${kind}`, { count: number(count ?? 0), name: text ?? '' })}
        </List.Item>
      ))}
    </List>
  )
}

/** Lists the tickets in import order, so that the approver can compare them with the record of the draw. */
function DrawnTickets({ tickets }: { readonly tickets: readonly { readonly ticketNo: string }[] }) {
  const { t } = useTexts()
  return (
    <Scroll label={t('approvals.tickets')} className="tickets">
      <List type="ordered" size="sm">
        {tickets.map(({ ticketNo }) => (
          <List.Item key={ticketNo}>{ticketNo}</List.Item>
        ))}
      </List>
    </Scroll>
  )
}

type DecisionProps = {
  readonly approval: Approval
  readonly me: DeskAnswer<'me'>
  readonly onInvitation: (invitation: Invitation) => void
}

function Decision({ approval, me, onInvitation }: DecisionProps) {
  const { t } = useTexts()
  const client = useQueryClient()
  const decide = useChange('decideApproval', ({ invitation }) => invitation && onInvitation(invitation))
  // Poll while the approval is pending, because its response arrives only when the step is done.
  useRead('approvals', {}, { refetchInterval: decide.isPending ? RUNNING_MS : 15_000 })
  if (approval.progress) return <RunningStep progress={approval.progress} />
  if (approval.askedBy.id === me.id)
    return (
      <Text size="sm" mt="xs">
        {t('approvals.wait')}
      </Text>
    )
  if (!me.permissions.includes('approve')) return null
  const send = (approve: boolean) =>
    decide.mutate(
      {
        params: { id: approval.id },
        body: { approve, ...(approval.seen === null ? {} : { seen: approval.seen }) },
      },
      // The numbers may have changed since they were read.
      { onError: () => client.invalidateQueries({ queryKey: ['approvals'] }) },
    )
  return (
    <Stack mt="sm" gap="xs">
      {approval.input.action === 'give-manager-access' && (
        <Text size="sm">{t('approvals.check-person')}</Text>
      )}
      {decide.isError && <Failure error={decide.error} />}
      <Group>
        <Button loading={decide.isPending} onClick={() => send(true)}>
          {t(fileNameOf(approval.input) === null ? 'approvals.approve' : 'approvals.approve-file')}
        </Button>
        <Button variant="default" disabled={decide.isPending} onClick={() => send(false)}>
          {t('approvals.refuse')}
        </Button>
      </Group>
    </Stack>
  )
}

function Fetch({ approval }: { readonly approval: Approval }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const fetched = useAction({
    mutationFn: () => withFreshPasskey(client, () => call('approvedFile', { params: { id: approval.id } })),
    onSuccess: blob => saveFile(blob, fileNameOf(approval.input) ?? approval.input.action),
    onSettled: () => client.invalidateQueries({ queryKey: ['approvals'] }),
  })
  const isBroken = fetched.error instanceof CallError && fetched.error.code === 'OFFLINE'
  return (
    <Stack mt="sm" gap="xs">
      {approval.state === 'approved' && <Text size="sm">{t('approvals.fetch.text')}</Text>}
      {fetched.isError && !isBroken && <Failure error={fetched.error} />}
      {isBroken && (
        <Alert color="red" role="alert">
          {t('approvals.fetch.broken')}
        </Alert>
      )}
      {approval.state === 'approved' && (
        <Group>
          <Button loading={fetched.isPending} onClick={() => fetched.mutate()}>
            {t('approvals.fetch')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
