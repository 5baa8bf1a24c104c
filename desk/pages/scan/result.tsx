import { Alert, Button, Checkbox, Loader, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { StaffItem } from '#contract/desk/staff.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import css from './scan.module.css'
import type { Done } from './use-door.ts'
import type { Shown } from './use-scan.ts'

type Props = {
  readonly shown: Shown
  /** True if the server has the hand-over that is shown. */
  readonly isSent: boolean
  readonly handOver: (item: StaffItem, guardianSeen: boolean) => void
}

/** Shows the customer's name and the prizes to hand over, or one sentence that says why the code is refused. */
export function Result({ shown: { code, checked, done, isBusy }, isSent, handOver }: Props) {
  const { t, time } = useTexts()
  if (checked === null)
    return (
      <Paper withBorder p="md">
        <Loader size="sm" aria-label={t('scan.checking')} />
      </Paper>
    )
  if (checked.result === 'no')
    return (
      <Alert color="red" variant="light">
        <Text className={css.verdict}>
          {t(`scan.${checked.reason}`, { time: checked.madeAt === null ? '' : time(checked.madeAt) })}
        </Text>
      </Alert>
    )
  const ready = done === null ? checked.items.filter(({ state }) => state.kind === 'ready') : []
  const others = checked.items.filter(({ state }) => state.kind !== 'ready')
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {checked.name !== '' && <Text className={css.name}>{checked.name}</Text>}
        {checked.items.length === 0 && <Text>{t('scan.nothing')}</Text>}
        {done && <Outcome {...done} isSent={isSent} />}
        {ready.map(item => (
          <HandOver
            key={`${code} ${item.rewardType}`}
            item={item}
            isBusy={isBusy}
            press={isSeen => handOver(item, isSeen)}
          />
        ))}
        {others.map(item => (
          <Other key={item.rewardType} item={item} isOnly={ready.length === 0 && done === null} />
        ))}
      </Stack>
    </Paper>
  )
}

type HandOverProps = {
  readonly item: StaffItem
  readonly isBusy: boolean
  readonly press: (guardianSeen: boolean) => void
}

function HandOver({ item: { title, state }, isBusy, press }: HandOverProps) {
  const { t, language } = useTexts()
  const [isSeen, setSeen] = useState(false)
  const needsGuardian = state.kind === 'ready' && state.needsGuardian
  const values = { title: title[language] }
  return (
    <>
      {needsGuardian && (
        <Alert color="orange">
          <Text mb="sm">{t('scan.guardian', values)}</Text>
          <Checkbox
            size="md"
            label={t('scan.guardian.seen')}
            checked={isSeen}
            onChange={event => setSeen(event.target.checked)}
          />
        </Alert>
      )}
      <Button
        size="lg"
        h="auto"
        py="sm"
        color="teal.9"
        fullWidth
        loading={isBusy}
        disabled={needsGuardian && !isSeen}
        onClick={() => press(isSeen)}
        styles={{ label: { whiteSpace: 'normal' } }}
      >
        {t('scan.hand-over', values)}
      </Button>
    </>
  )
}

function Other({ item, isOnly }: { readonly item: StaffItem; readonly isOnly: boolean }) {
  const { state } = item
  const sentence = useSentence(item)
  if (state.kind === 'used' && isOnly)
    return (
      <Alert color="red" variant="light">
        <Text className={css.verdict}>{sentence}</Text>
      </Alert>
    )
  return <Text size={isOnly ? 'md' : 'sm'}>{sentence}</Text>
}

function useSentence({ title, state }: StaffItem): string {
  const { t, time, language } = useTexts()
  const values = { title: title[language] }
  if (state.kind === 'ready') return t('scan.ready', values)
  if (state.kind === 'no') return t(`scan.${state.reason}`, values)
  const { at, device } = state
  return t(device === null ? 'scan.used-no-device' : 'scan.used', {
    ...values,
    time: time(at),
    device: device ?? '',
  })
}

type OutcomeProps = { readonly item: StaffItem; readonly outcome: Done; readonly isSent: boolean }

function Outcome({ item, outcome, isSent }: OutcomeProps) {
  const { t, language } = useTexts()
  const values = { title: item.title[language] }
  const used = useSentence({ ...item, state: usedIn(outcome) })
  const isDone = outcome.result === 'done' || outcome.result === 'stored'
  const sentence =
    outcome.result === 'used'
      ? used
      : outcome.result === 'no'
        ? t(outcome.reason === 'old' ? 'scan.too-late' : `scan.${outcome.reason}`, values)
        : t(outcome.result === 'stored' && isSent ? 'scan.done' : `scan.${outcome.result}`, values)
  return (
    <Alert color={isDone ? 'green' : 'red'} variant="light">
      <Text className={css.verdict}>{sentence}</Text>
    </Alert>
  )
}

const usedIn = (outcome: Done): StaffItem['state'] =>
  outcome.result === 'used'
    ? { kind: 'used', at: outcome.at, device: outcome.device }
    : { kind: 'ready', needsGuardian: false }
