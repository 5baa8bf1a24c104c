import { Badge, Group, List, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { RUNNING_MS, RunningStep } from '../../ui/running-step.tsx'
import { approvalsInterval } from '../approvals/approvals.tsx'
import { AskStep } from './ask-step.tsx'
import { ImportForm } from './import-form.tsx'
import { ListCode } from './list-code.tsx'
import { ResultMailing } from './mailing.tsx'
import { Method } from './method.tsx'
import { Publication } from './publication.tsx'
import { Slips } from './slips.tsx'
import { type Step, stepsOf, useFacts } from './steps.ts'

const colours = { done: 'green', next: 'blue', later: 'gray', asked: 'orange', running: 'blue' } as const

const drawInterval = ({ state: { data } }: { state: { data: DeskAnswer<'draw'> | undefined } }): number =>
  data?.running ? RUNNING_MS : 5000

export function Draw() {
  const { t } = useTexts()
  const { data: me } = useMe()
  const draw = useRead('draw', {}, { refetchInterval: drawInterval })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const approvals = useRead('approvals', {}, { refetchInterval: approvalsInterval })
  if (draw.isPending || approvals.isPending || !me)
    return <Loader role="status" aria-label={t('desk.loading')} />
  if (draw.isLoadingError) return <Failure error={draw.error} retry={() => void draw.refetch()} />
  // Without the requests, the page would offer steps that have already been requested.
  if (approvals.isLoadingError)
    return <Failure error={approvals.error} retry={() => void approvals.refetch()} />
  const asked = new Set(
    approvals.data.approvals.filter(one => one.state === 'asked').map(one => one.input.action),
  )
  // The latest request shows how the draw is carried out, even after a reload.
  const seal = approvals.data.approvals.find(
    ({ input, state }) => input.action === 'draw-seal' && (state === 'asked' || state === 'done'),
  )?.input
  const mayAsk = me.permissions.includes('draw')
  const asksByHand = seal?.action === 'draw-seal' && seal.physical === true
  const byHand = draw.data.byHand || (draw.data.state !== 'run' && (chosen ?? asksByHand))
  return (
    <Stack>
      {draw.isError && <Failure error={draw.error} retry={() => void draw.refetch()} />}
      <Prizes draw={draw.data} />
      {mayAsk && draw.data.state !== 'run' && !draw.data.byHand && (
        <Method draw={draw.data} byHand={byHand} choose={setChosen} />
      )}
      {stepsOf(draw.data, byHand).map(step => (
        <One
          key={step.name}
          step={step}
          draw={draw.data}
          byHand={byHand}
          isAsked={asked.has(step.action)}
          mayAsk={mayAsk}
        />
      ))}
      <ResultMailing mayChange={mayAsk} />
      <Publication draw={draw.data} />
    </Stack>
  )
}

function Prizes({ draw }: { readonly draw: DeskAnswer<'draw'> }) {
  const { t, language, number } = useTexts()
  return (
    <Paper withBorder p="md">
      <Title order={3} size="h5">
        {t('draw.prizes')}
      </Title>
      <List size="sm">
        {draw.prizes.map(prize => (
          <List.Item key={prize.title.en}>
            {number(prize.count)} × {prize.title[language]}
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}

type Props = {
  readonly step: Step
  readonly draw: DeskAnswer<'draw'>
  readonly byHand: boolean
  readonly isAsked: boolean
  readonly mayAsk: boolean
}

function One({ step, draw, byHand, isAsked, mayAsk }: Props) {
  const { t } = useTexts()
  const facts = useFacts(draw, byHand)(step.name)
  const state = draw.running?.action === step.action ? 'running' : isAsked ? 'asked' : step.state
  const ask = { step, draw, byHand }
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t(`draw.step.${step.name}`)}
        </Title>
        <Badge variant="light" color={colours[state]}>
          {t(`draw.state.${state}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {t(
          byHand && (step.name === 'seal' || step.name === 'run')
            ? `by-hand.${step.name}.why`
            : `draw.step.${step.name}.why`,
        )}
      </Text>
      {facts.map(fact => (
        <Text key={fact} size="sm" className={/[0-9a-f]{64}/.test(fact) ? 'hash' : ''}>
          {fact}
        </Text>
      ))}
      {step.name === 'seal' && draw.entriesHash !== null && draw.sealedAt !== null && (
        <ListCode draw={draw} hash={draw.entriesHash} sealedAt={draw.sealedAt} />
      )}
      {draw.running && state === 'running' && <RunningStep progress={draw.running} />}
      {byHand && mayAsk && step.name === 'run' && draw.state === 'sealed' && (
        <Slips count={draw.entriesCount ?? 0} />
      )}
      {state === 'next' && mayAsk && (byHand && step.name === 'run' ? <Import /> : <AskStep {...ask} />)}
    </Paper>
  )
}

function Import() {
  const { t } = useTexts()
  return (
    <>
      <Title order={4} size="h6" mt="md">
        {t('import.title')}
      </Title>
      <ImportForm />
    </>
  )
}
