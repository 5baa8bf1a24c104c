import { Badge, List, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading } from '../../ui/reading.tsx'
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
  const { data: me } = useMe()
  const draw = useRead('draw', {}, { refetchInterval: drawInterval })
  const [chosen, setChosen] = useState<boolean | null>(null)
  const approvals = useRead('approvals', {}, { refetchInterval: approvalsInterval })
  if (draw.isPending || approvals.isPending || !me) return <Loading />
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
    <Panel title={t('draw.prizes')}>
      <List size="sm">
        {draw.prizes.map(prize => (
          <List.Item key={prize.title.en}>
            {number(prize.count)} × {prize.title[language]}
          </List.Item>
        ))}
      </List>
    </Panel>
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
    <Panel
      title={t(`draw.step.${step.name}`)}
      aside={
        <Badge variant="light" color={colours[state]}>
          {t(`draw.state.${state}`)}
        </Badge>
      }
    >
      <Note>
        {t(
          byHand && (step.name === 'seal' || step.name === 'run')
            ? `by-hand.${step.name}.why`
            : `draw.step.${step.name}.why`,
        )}
      </Note>
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
    </Panel>
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
