import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { latestValue } from '#src/state/resource.ts'
import type { JobView } from '#src/state/types.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { useArriveBy } from '#src/ui/use-arrive-by.ts'
import { useText } from '#src/ui/use-text.ts'
import { useWriteText } from '#src/ui/write-notice.tsx'
import { editPath } from '#src/ui/write-paths.ts'
import { writeStatus } from '#src/ui/write-status.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { ItemContent } from './item-content.tsx'
import css from './outbox.module.css'

export function OutboxItem({ job }: { readonly job: JobView }) {
  const { t, f } = useText(writeTexts)
  const status = writeStatus(job)
  const deadline = useArriveBy()(job)
  const percent = job.progress === null ? null : Math.round(job.progress * 100)
  const label =
    status.label === 'status.sending' && percent !== null
      ? t('status.sendingPercent', { percent })
      : t(status.label)
  return (
    <li className={css.item}>
      <ItemContent job={job} />
      <div className={css.state}>
        <Chip tone={status.tone} icon={status.icon} text={label} />
        {job.waitsFor !== null && <span className={css.quiet}>{t(`outbox.waits.${job.waitsFor}`)}</span>}
        {job.settledAt !== null && <span className={css.quiet}>{f.dateTime(job.settledAt)}</span>}
      </div>
      {job.state === 'refused' && <Reason job={job} />}
      {deadline !== null && <p className={css.quiet}>{deadline}</p>}
      {job.settledAt === null && <ItemActions job={job} />}
    </li>
  )
}

function Reason({ job }: { readonly job: JobView }) {
  const { t } = useText(writeTexts)
  const textOf = useWriteText()
  const { state, title } = writeStatus(job)
  return (
    <p className={css.reason}>
      {state === 'exists' && `${t(title)} `}
      {textOf(job)}
    </p>
  )
}

/** Refusals that may be resolved without any change by the customer. */
const temporary: readonly string[] = ['DAILY_LIMIT', 'IMAGE_QUOTA', 'CAMPAIGN_NOT_STARTED', 'IMAGE_HASH']

/** Shows the buttons even during sending: the outbox may retry at any moment, and a button would vanish under a tap. */
function ItemActions({ job }: { readonly job: JobView }) {
  const { outbox, toasts } = useApp()
  const { t } = useText(writeTexts)
  const [deleting, setDeleting] = useState(false)
  const edit = useEditPath(job)
  const isTemporary = job.failure?.kind === 'refused' && temporary.includes(job.failure.code)
  async function sendAgain() {
    if (!(await outbox.retry(job.id))) toasts.show('error', t('outbox.notRetried'))
  }
  const canRetry = job.state === 'refused' && (job.expired || job.lost || edit === null || isTemporary)
  return (
    <div className={css.tools}>
      {canRetry && (
        <Button small kind="secondary" icon="send" onClick={() => void sendAgain()}>
          {t('outbox.retry')}
        </Button>
      )}
      {edit !== null && (
        <ButtonLink small kind="secondary" icon="edit" href={edit}>
          {t('outbox.edit')}
        </ButtonLink>
      )}
      <Button small kind="quiet" icon="trash" onClick={() => setDeleting(true)}>
        {t('outbox.delete')}
      </Button>
      {deleting && <DeleteDialog job={job} onClose={() => setDeleting(false)} />}
    </div>
  )
}

/** Returns null for an answer whose question has closed, and for a decision about the concert unless it was refused. */
function useEditPath(job: JobView): string | null {
  const { answers } = useApp()
  if (job.attend !== null && job.state !== 'refused') return null
  if (job.answer === null || job.answer.questionId === null) return editPath(job)
  const question = latestValue(answers.question.current.value)
  return question?.id === job.answer.questionId ? editPath(job) : null
}
