import { ANSWER_MAX_LENGTH } from '#contract/limits.ts'
import type { Question } from '#contract/schema/answer.ts'
import { useApp } from '#src/app-context.ts'
import { lastOf } from '#src/domain/last-of.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { isMissing, isPending, latestValue } from '#src/state/resource.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { AnswerForm } from './answer-form.tsx'

export default function AnswerScreen() {
  const { answers, outbox } = useApp()
  const { t } = useText(answerTexts)
  useLoaded(answers.question)
  useLoaded(answers.last)
  const resource = answers.question.current.value
  // Customers can answer even if the server has no call that returns the question: the campaign asks it elsewhere.
  const question = isMissing(resource) ? unknownQuestion(t('answer.title')) : latestValue(resource)
  const last = answers.last.current.value
  const waiting = isPending(resource) || isPending(last)
  const given = latestValue(last)
  const job = lastOf(
    outbox.jobs.value,
    ({ answer }) => answer !== null && (answer.questionId ?? question?.id) === question?.id,
  )
  return (
    <Page title={t('answer.title')}>
      {waiting && <SkeletonList rows={2} />}
      {!waiting && resource.state === 'failed' && !isMissing(resource) && (
        <FailureNotice failure={resource.failure} onRetry={() => void answers.question.load()} />
      )}
      {!waiting && question !== null && (
        <AnswerForm
          key={question.id}
          question={question}
          given={
            isMissing(resource) || given?.questionId === question.id ? (given?.answerText ?? null) : null
          }
          job={job ?? null}
        />
      )}
      {resource.state === 'ready' && question === null && (
        <EmptyState
          of="answer"
          title={t('answer.none')}
          text={t('answer.noneText')}
          action={<ButtonLink href="/">{t('action.home')}</ButtonLink>}
        />
      )}
      <ButtonLink kind="quiet" href="/answerHistory" icon="history">
        {t('answers.title')}
      </ButtonLink>
    </Page>
  )
}

/** Used if the server does not provide the question. Allows any text that the server accepts. */
const unknownQuestion = (title: string): NonNullable<Question> => ({
  id: 'unknown',
  textTh: title,
  kind: 'text',
  maxLen: ANSWER_MAX_LENGTH,
  closesAt: null,
})
