import { useEffect } from 'react'
import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AnswerForm } from './answer-form.tsx'

/** Shows the open question, at `/answer` and `/Continue` (spec S2). */
export default function AnswerScreen() {
  const { answers } = useApp()
  const { t } = useText(answerTexts)
  useEffect(() => {
    void answers.question.load()
    void answers.last.load()
  }, [answers])
  const resource = answers.question.current.value
  const question = latestValue(resource)
  const last = answers.last.current.value
  const waiting = isPending(resource) || isPending(last)
  const given = latestValue(last)
  return (
    <Page title={t('answer.title')}>
      {waiting && <SkeletonList rows={2} />}
      {!waiting && resource.state === 'failed' && (
        <FailureNotice failure={resource.failure} onRetry={() => void answers.question.load()} />
      )}
      {!waiting && question !== null && (
        <AnswerForm
          key={question.id}
          question={question}
          given={given?.questionId === question.id ? given.answerText : null}
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
