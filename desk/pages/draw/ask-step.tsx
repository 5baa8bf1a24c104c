import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskAction } from '#contract/approvals.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { momentIn } from '../../ui/inputs.ts'
import type { Step } from './steps.ts'

type Props = { readonly step: Step; readonly draw: DeskAnswer<'draw'>; readonly byHand: boolean }

type Given = { readonly text: string; readonly at: string; readonly isChecked: boolean }

function actionOf({ step, byHand }: Props, { text, at, isChecked }: Given): DeskAction | null {
  const moment = momentIn(at)
  const value = text.trim()
  switch (step.name) {
    case 'commit':
      return value === '' || moment === null
        ? null
        : { action: 'draw-commit', beaconSource: value, beaconAt: moment, late: isChecked, again: false }
    case 'seal':
      return { action: 'draw-seal', leavePending: isChecked, physical: byHand }
    case 'run':
      return value === '' ? null : { action: 'draw-run', beacon: value }
    case 'announce':
      // If checked, announce upon approval: the server uses the later of this time and its own clock.
      return { action: 'announce', at: isChecked ? 0 : null }
    case 'reserves':
      return moment === null ? null : { action: 'promote-reserves', confirmBy: moment }
  }
}

export function AskStep(props: Props) {
  const { step, draw } = props
  const { t, time } = useTexts()
  const [given, setGiven] = useState<Given>({ text: '', at: '', isChecked: false })
  const ask = useChange('askApproval')
  const check = {
    commit: draw.campaign === 'ended' ? t('draw.form.late') : null,
    seal: draw.pendingReceipts > 0 ? t('draw.form.leave') : null,
    announce: t('draw.form.now', { time: time(draw.announceAt) }),
    run: null,
    reserves: null,
  }[step.name]
  // Do not send the checkbox's value when it no longer applies and is hidden.
  const action = actionOf(props, { ...given, isChecked: given.isChecked && check !== null })
  const text = {
    commit: t('draw.form.source'),
    run: t('draw.form.beacon'),
    seal: null,
    announce: null,
    reserves: null,
  }
  const at = {
    commit: t('draw.form.at'),
    reserves: t('draw.form.confirm-by'),
    run: null,
    seal: null,
    announce: null,
  }
  const toldFrom = draw.promotion?.toldFrom ?? null
  const moment = momentIn(given.at)
  const isTooSoon = step.name === 'reserves' && moment !== null && toldFrom !== null && moment <= toldFrom
  const [textLabel, atLabel] = [text[step.name], at[step.name]]
  return (
    <Form submit={() => action && ask.mutate({ body: { input: action } })}>
      <Stack mt="sm" gap="xs" maw={520}>
        {textLabel !== null && (
          <TextInput
            label={textLabel}
            value={given.text}
            maxLength={200}
            onChange={event => setGiven({ ...given, text: event.target.value })}
            required
          />
        )}
        {atLabel !== null && (
          <TextInput
            type="datetime-local"
            label={atLabel}
            value={given.at}
            onChange={event => setGiven({ ...given, at: event.target.value })}
            required
          />
        )}
        {isTooSoon && (
          <Alert color="orange" role="alert">
            {t('draw.promotion.too-soon', { time: time(toldFrom) })}
          </Alert>
        )}
        {check !== null && (
          <Checkbox
            label={check}
            checked={given.isChecked}
            onChange={event => setGiven({ ...given, isChecked: event.target.checked })}
          />
        )}
        {ask.isError && <Failure error={ask.error} />}
        <Group>
          <Button type="submit" disabled={action === null} loading={ask.isPending}>
            {t('desk.ask')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
