import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import type { JobView } from '#src/state/types.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Chip } from '#src/ui/chip.tsx'
import { failureText } from '#src/ui/failure.tsx'
import { Card } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './profile.module.css'

const names = {
  postAnswer: 'home.answer',
  createReceipt: 'home.send',
  updateReceipt: 'receipt.titleEdit',
  deleteReceipt: 'receipt.withdraw',
  putCustomer: 'profile.edit',
  confirmConcert: 'confirm.title',
  useReward: 'home.rewards',
} as const

/**
 * Returns the screen on which the customer can correct a refused job. Returns null if the job can only be
 * sent again unchanged, for example because it expired.
 */
function correctionOf({ route, failure, subject }: JobView) {
  if (failure?.kind !== 'refused') return null
  if (route === 'putCustomer') return { href: '/updateProfile', name: 'profile.edit' } as const
  const receipt = route === 'createReceipt' || route === 'updateReceipt'
  return receipt && subject !== null
    ? ({ href: `/receipt/${subject}`, name: 'receipt.titleEdit' } as const)
    : null
}

/**
 * Lists the jobs that have not been sent, including those on which the customer must decide. Renders nothing
 * if there are none.
 */
export function Unsent() {
  const { outbox } = useApp()
  const { t, f } = useText(accountTexts)
  const jobs = outbox.jobs.value.flatMap(job =>
    job.route in names ? [{ ...job, name: names[job.route as keyof typeof names] }] : [],
  )
  const unreadable = outbox.unreadable.value
  if (jobs.length === 0 && unreadable === 0) return null
  return (
    <Card title={t('profile.outbox')}>
      {unreadable > 0 && <p className={css.trouble}>{t('profile.unreadable', { count: unreadable })}</p>}
      <ul className={css.jobs}>
        {jobs.map(job => (
          <li key={job.id}>
            <div>
              <b>{t(job.name)}</b>
              <p className={css.quiet}>{f.dateTime(job.createdAt)}</p>
              {job.expired ? (
                <p className={css.trouble}>{t('profile.tooOld')}</p>
              ) : (
                job.failure && <p className={css.trouble}>{failureText(t, job.failure)}</p>
              )}
            </div>
            {job.state === 'needs-you' ? <Decision job={job} /> : <Waiting job={job} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Buttons for a job that is no longer retried automatically and needs the customer's decision. */
function Decision({ job }: { readonly job: JobView }) {
  const { outbox } = useApp()
  const { t } = useText(accountTexts)
  const correction = correctionOf(job)
  return (
    <span className={css.tools}>
      {correction === null ? (
        <Button small kind="secondary" onClick={() => void outbox.retry(job.id)}>
          {t('action.retry')}
        </Button>
      ) : (
        <ButtonLink small kind="secondary" href={correction.href}>
          {t(correction.name)}
        </ButtonLink>
      )}
      <Button small kind="quiet" onClick={() => void outbox.discard(job.id)}>
        {t('action.cancel')}
      </Button>
    </span>
  )
}

/** Status of a job that will be sent automatically. */
function Waiting({ job: { state } }: { readonly job: JobView }) {
  const { t } = useText(accountTexts)
  if (state === 'sending') return <Chip tone="here" icon="send" text={t('status.sending')} />
  return (
    <Chip
      tone="here"
      icon="clock"
      text={t(state === 'waiting-sign-in' ? 'status.signIn' : 'status.queued')}
    />
  )
}
