import { useApp } from '#src/app-context.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { isPending, latestValue } from '#src/state/resource.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { CardList, Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './answer-history.module.css'

export default function AnswerHistory() {
  const { answers } = useApp()
  const { t, f } = useText(answerTexts)
  const now = useNow(30_000)
  useLoaded(answers.history)
  useLoaded(answers.question)
  const resource = answers.history.current.value
  const list = latestValue(resource)
  const question = latestValue(answers.question.current.value)
  const closesAt = question?.closesAt ? Date.parse(question.closesAt) : Number.POSITIVE_INFINITY
  const openId = question !== null && now < closesAt ? question.id : null
  return (
    <Page title={t('answers.title')}>
      {resource.state === 'failed' && (
        <FailureNotice
          failure={resource.failure}
          title={resource.at === null ? undefined : t('answers.asOf', { time: f.dateTime(resource.at) })}
          onRetry={() => void answers.history.load()}
        />
      )}
      {isPending(resource) && <SkeletonList />}
      {list?.length === 0 && (
        <EmptyState
          of="answer"
          title={t('answers.empty')}
          action={<ButtonLink href="/answer">{t('home.answer')}</ButtonLink>}
        />
      )}
      <CardList>
        {list?.map(answer => (
          <li key={answer.id} className={css.item}>
            <p className="quiet">{f.content(answer.questionTextTh, answer.questionTextEn)}</p>
            <p className={css.answer}>{f.content(answer.answerText, answer.answerTextEn)}</p>
            {Date.parse(answer.answeredAt) > 0 && (
              <time dateTime={answer.answeredAt}>{f.dateTime(answer.answeredAt)}</time>
            )}
            {answer.questionId === openId && (
              <ButtonLink small kind="secondary" icon="edit" href="/answer">
                {t('answer.change')}
              </ButtonLink>
            )}
          </li>
        ))}
      </CardList>
    </Page>
  )
}
