import { useState } from 'react'
import { happenedText } from '../../exam/report-text.ts'
import { control, messageOf } from '../api/client.ts'
import type { CheckResult, ExamReport } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import cards from './cards.module.css'
import styles from './exam.module.css'

const COLORS = { passed: 'accent', failed: 'danger', notShown: 'info' } as const

type Outcome = { readonly report: ExamReport } | { readonly problem: string }

export function BotExam({ canRun }: { readonly canRun: boolean }) {
  const { chat, exam: texts } = useTexts()
  const [running, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const run = async () => {
    setRunning(true)
    setOutcome(undefined)
    setOutcome(
      await control.examine().then(
        report => ({ report }),
        error => ({ problem: messageOf(error, chat.notResponding) }),
      ),
    )
    setRunning(false)
  }
  return (
    <>
      <h3>{texts.title}</h3>
      <Button title={texts.runTitle} disabled={!canRun || running} onClick={() => void run()}>
        {texts.run}
      </Button>
      <p className={styles.state} aria-live="polite">
        {running && texts.running}
        {outcome !== undefined && ('report' in outcome ? <Counts {...outcome} /> : outcome.problem)}
      </p>
      {outcome !== undefined && 'report' in outcome && (
        <ul className={`${cards.cards} ${styles.checks}`} aria-label={texts.title}>
          {outcome.report.checks.map(result => (
            <Check key={result.check} result={result} />
          ))}
        </ul>
      )}
    </>
  )
}

function Counts({ report }: { readonly report: ExamReport }) {
  const { outcomes } = useTexts().exam
  return (['passed', 'failed', 'notShown'] as const)
    .map(outcome => `${outcomes[outcome]}: ${report[outcome]}`)
    .join(' · ')
}

function Check({ result }: { readonly result: CheckResult }) {
  const { exam: texts } = useTexts()
  const { check, outcome, happened } = result
  const { name, cure } = texts.checks[check]
  return (
    <li>
      <Badge color={COLORS[outcome]}>{texts.outcomes[outcome]}</Badge>
      <b>{name}</b>
      {result.outcome !== 'passed' && <p>{texts.reasons[result.reason](result.number ?? 0)}</p>}
      {outcome === 'failed' && <p>{cure}</p>}
      <details>
        <summary>{texts.happened}</summary>
        <pre>{happened.map(happenedText).join('\n')}</pre>
      </details>
    </li>
  )
}
