import { Badge, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { useAction, useChange, useRead } from '../../api/use-desk.ts'
import type { TextKey } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type Count, useCount } from './use-count.ts'

const READ_MS = 3000

type Status = DeskAnswer<'resultMailing'>

export function ResultMailing({ mayChange }: { readonly mayChange: boolean }) {
  const { t } = useTexts()
  const found = useRead('resultMailing', {}, { refetchInterval: READ_MS })
  return (
    <Panel title={t('mailing.title')}>
      <Note>{t('mailing.why')}</Note>
      <Reading of={found}>{status => <Body status={status} mayChange={mayChange} />}</Reading>
    </Panel>
  )
}

type BodyProps = { readonly status: Status; readonly mayChange: boolean }

function Body({ status, mayChange }: BodyProps) {
  const { t, time } = useTexts()
  const { waits } = status
  const until = waits && <Text size="sm">{t(`mailing.waits.${waits.why}`, { time: time(waits.until) })}</Text>
  if (status.mailing)
    return (
      <>
        <Running mailing={status.mailing} now={status.now} mayChange={mayChange} />
        {status.mailing.messages.waiting > 0 && until}
      </>
    )
  if (!status.isOn) return <Text size="sm">{t('refused.MESSAGES_OFF')}</Text>
  if (status.announcedAt === null) return <Text size="sm">{t('mailing.wait')}</Text>
  if (!mayChange) return null
  return (
    <>
      {until}
      <Start announcedAt={status.announcedAt} now={status.now} />
    </>
  )
}

function Start({ announcedAt, now }: { readonly announcedAt: number; readonly now: number }) {
  const { t, time, number } = useTexts()
  const { count, error, isBusy, start: countAgain } = useCount()
  const [overQuota, setOverQuota] = useState(false)
  const start = useChange('startMailing')
  const over = count ? beyond(count) : 0
  return (
    <>
      <Group>
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => {
            setOverQuota(false)
            void countAgain()
          }}
        >
          {t('mailing.count')}
        </Button>
      </Group>
      {error !== null && <Failure error={error} />}
      <div role="status">
        {count && !count.isDone && (
          <Text size="sm">{t('mailing.counting', { count: number(count.total + count.missed) })}</Text>
        )}
        {count?.isDone && <Counted count={count} over={over} />}
      </div>
      {count?.isDone && (
        <>
          {announcedAt > now && <Text size="sm">{t('mailing.starts', { time: time(announcedAt) })}</Text>}
          {over > 0 && (
            <Checkbox
              label={t('mailing.over-quota')}
              checked={overQuota}
              onChange={event => setOverQuota(event.target.checked)}
            />
          )}
          {start.isError && <Failure error={start.error} />}
          <Group>
            <Button
              disabled={count.total === 0 || (over > 0 && !overQuota)}
              loading={start.isPending}
              onClick={() => start.mutate({ body: { counted: count.total, overQuota } })}
            >
              {t('mailing.start', { count: number(count.total) })}
            </Button>
          </Group>
        </>
      )}
    </>
  )
}

const leftOf = ({ quota, waiting }: Count): number =>
  Math.max(0, (quota?.limit ?? 0) - (quota?.used ?? 0) - waiting)
const beyond = (count: Count): number =>
  count.quota?.limit == null ? 0 : Math.max(0, count.total - leftOf(count))

function costKey(isOver: boolean, isLaterMonth: boolean) {
  if (isOver) return isLaterMonth ? 'mailing.cost.over.later' : 'mailing.cost.over'
  return isLaterMonth ? 'mailing.cost.within.later' : 'mailing.cost.within'
}

function Counted({ count, over }: { readonly count: Count; readonly over: number }) {
  const { t, time, number } = useTexts()
  const { messages, unreachable, total, missed, waiting, quota } = count
  const items = (prefix: 'mailing.kind' | 'mailing.obstacle', counts: Count['messages']) => (
    <List size="sm">
      {Object.entries(counts).map(([key, value]) => (
        <List.Item key={key}>{t(`${prefix}.${key}` as TextKey, { count: number(value) })}</List.Item>
      ))}
    </List>
  )
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('mailing.total', { count: number(total) })}
      </Text>
      {items('mailing.kind', messages)}
      {missed > 0 && <Text size="sm">{t('mailing.unreachable', { count: number(missed) })}</Text>}
      {items('mailing.obstacle', unreachable)}
      {quota === null && <Text size="sm">{t('mailing.quota.unknown')}</Text>}
      {quota?.limit === null && <Text size="sm">{t('mailing.quota.none', { time: time(quota.at) })}</Text>}
      {quota && quota.limit !== null && (
        <>
          <Text size="sm">
            {t(quota.isLaterMonth ? 'mailing.quota.later' : 'mailing.quota', {
              limit: number(quota.limit),
              used: number(quota.used),
              waiting: number(waiting),
              left: number(leftOf(count)),
              time: time(quota.at),
            })}
          </Text>
          <Text size="sm">{t(costKey(over > 0, quota.isLaterMonth), { count: number(over) })}</Text>
        </>
      )}
    </Stack>
  )
}

type RunningProps = {
  readonly mailing: NonNullable<Status['mailing']>
  readonly now: number
  readonly mayChange: boolean
}

function Running({ mailing, now, mayChange }: RunningProps) {
  const { t, time, number } = useTexts()
  const { state, dueAt, enqueued, messages } = mailing
  const client = useQueryClient()
  const hold = useAction({
    // Each part is one transaction; continue until the last one.
    async mutationFn(to: 'stopped' | 'running') {
      while (!(await call('holdMailing', { body: { to } })).isDone);
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['resultMailing'] }),
  })
  const isOver = state === 'done' && messages.waiting + messages.held === 0
  const shown =
    state === 'running' && dueAt > now
      ? 'planned'
      : isOver
        ? 'done'
        : state === 'stopped'
          ? 'stopped'
          : 'running'
  const to = state === 'stopped' || messages.held > 0 ? 'running' : 'stopped'
  const counts = Object.fromEntries(
    Object.entries({ ...messages, enqueued }).map(([key, value]) => [key, number(value)]),
  )
  return (
    <>
      <Group>
        <Badge variant="light" color={shown === 'stopped' ? 'orange' : 'blue'}>
          {t(`mailing.state.${shown}`, { time: time(dueAt) })}
        </Badge>
      </Group>
      <Text size="sm">{t('mailing.progress', counts)}</Text>
      {hold.isError && <Failure error={hold.error} />}
      {mayChange && !isOver && (
        <Group>
          <Button variant="default" loading={hold.isPending} onClick={() => hold.mutate(to)}>
            {t(to === 'running' ? 'mailing.resume' : 'mailing.stop')}
          </Button>
          {to === 'running' && <Note size="xs">{t('mailing.resume.text')}</Note>}
        </Group>
      )}
    </>
  )
}
