import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Question } from '#contract/schema/answer.ts'
import { answerBody } from '#contract/schema/answer.ts'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import type { Failure } from '#src/ports.ts'
import type { JobView } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { Choices } from '#src/ui/choice.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Form } from '#src/ui/form.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { focusFirstProblem, problemOf, problemText } from '#src/ui/problems.ts'
import { TextArea } from '#src/ui/text-field.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import { WriteNotice } from '#src/ui/write-notice.tsx'
import { thanksPath } from '#src/ui/write-paths.ts'
import css from './answer.module.css'

/** `job` is an answer that is queued on this phone or was refused. Typed text survives a reload of the tab. */
export function AnswerForm({
  question,
  given,
  job,
}: {
  readonly question: NonNullable<Question>
  readonly given: string | null
  readonly job: JobView | null
}) {
  const { answers, drafts, toasts } = useApp()
  const { t, f } = useText(answerTexts)
  const [, navigate] = useLocation()
  const draftName = `answer:${question.id}`
  // Null until the customer types something. Until then, the form shows `given`, even if it loads later.
  const [typed, setTyped] = useState(() => {
    const draft = drafts.read(draftName)
    return typeof draft === 'string' ? draft : null
  })
  const text = typed ?? job?.answer?.text ?? given ?? ''
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, during] = useBusy()
  const form = useRef<HTMLFormElement>(null)
  const isMounted = useIsMounted()
  useEffect(() => {
    if (typed !== null) drafts.write(draftName, typed)
  }, [drafts, draftName, typed])

  const closesAt = question.closesAt === null ? null : Date.parse(question.closesAt)
  const closed = useNow(1000) >= (closesAt ?? Number.POSITIVE_INFINITY)
  const length = [...text.trim()].length
  const left = question.maxLen - length

  async function send() {
    if (busy) return
    const found = left < 0 ? 'length' : problemOf(answerBody.entries.Answer, text)
    setProblem(found)
    setFailure(null)
    if (found !== null) {
      setTimeout(() => focusFirstProblem(form.current))
      return
    }
    const result = await during(answers.send(text.trim()))
    if (result.state === 'refused') return setFailure(result.failure)
    if (result.state === 'unsaved') return toasts.show('error', t('receipt.unsaved'))
    drafts.write(draftName, null)
    if (isMounted()) navigate(thanksPath('answer', result), { replace: true })
  }

  const asked = f.content(question.textTh, question.textEn)
  const label = (choice: string) =>
    f.content(choice, question.choicesEn?.[question.choices?.indexOf(choice) ?? -1])

  if (closed)
    return (
      <>
        <QuestionHeader text={asked} />
        {given !== null && (
          <Card>
            <GivenAnswer text={label(given)} />
          </Card>
        )}
        {job !== null && <WriteNotice job={job} />}
        <Notice live severity="warning" title={t('answer.closed')} />
      </>
    )
  const error =
    problem === null ? undefined : problemText(t, problem, t('field.answer'), question.kind === 'choice')
  const change = (value: string) => {
    setTyped(value)
    setProblem(null)
  }
  return (
    <Form form={form} onSubmit={() => void send()}>
      <QuestionHeader
        text={asked}
        {...(closesAt === null ? {} : { note: t('answer.closes', { time: f.dateTime(closesAt) }) })}
      />
      {/* While the answer is being sent, the button shows its progress. */}
      {job !== null && !busy && <WriteNotice job={job} />}
      <Card>
        {given !== null && job === null && <Notice severity="info">{t('answer.last')}</Notice>}
        {question.kind === 'choice' ? (
          <Choices
            stacked
            legend={t('field.answer')}
            value={text}
            error={error}
            onChange={change}
            options={(question.choices ?? []).map(choice => ({
              value: choice,
              label: label(choice),
            }))}
          />
        ) : (
          <TextArea
            name="answer"
            label={t('field.answer')}
            value={text}
            error={error}
            onChange={change}
            hint={<Counter used={length} max={question.maxLen} />}
          />
        )}
      </Card>
      {failure && <FailureNotice failure={failure} />}
      <Button wide type="submit" icon="send" busy={busy}>
        {busy ? t('state.sending') : given === null ? t('answer.send') : t('answer.change')}
      </Button>
    </Form>
  )
}

function QuestionHeader({ text, note }: { readonly text: string; readonly note?: string }) {
  return (
    <div className={css.ask}>
      <Icon name="chat" size={26} />
      <h2>{text}</h2>
      {note && <p>{note}</p>}
    </div>
  )
}

function GivenAnswer({ text }: { readonly text: string }) {
  const { t } = useText(answerTexts)
  return (
    <div>
      <p className="quiet">{t('answer.yours')}</p>
      <p className={css.given}>{text}</p>
    </div>
  )
}

const ANNOUNCE_BELOW = 20

/** Screen readers announce the counter only near or beyond the limit. */
function Counter({ used, max }: { readonly used: number; readonly max: number }) {
  const { t } = useText(answerTexts)
  const left = max - used
  return (
    <span className={left < 0 ? css.over : undefined}>
      {t('answer.counter', { used, max })}
      <span className="only-read" role="status">
        {left < 0
          ? t('answer.over', { over: -left })
          : left <= ANNOUNCE_BELOW
            ? t('answer.counterLeft', { left })
            : ''}
      </span>
    </span>
  )
}
