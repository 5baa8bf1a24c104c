import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
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

/** What still waits on this phone, and what cannot be sent as it is; nothing while all is sent. */
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
              {job.failure && <p className={css.trouble}>{failureText(t, job.failure)}</p>}
            </div>
            {job.state === 'needs-you' ? (
              <span className={css.tools}>
                {job.failure?.kind === 'refused' && job.failure.code === 'VERSION_CONFLICT' ? (
                  <ButtonLink small kind="secondary" href="/updateProfile">
                    {t('profile.edit')}
                  </ButtonLink>
                ) : (
                  <Button small kind="secondary" onClick={() => void outbox.retry(job.id)}>
                    {t('action.retry')}
                  </Button>
                )}
                <Button small kind="quiet" onClick={() => void outbox.discard(job.id)}>
                  {t('action.cancel')}
                </Button>
              </span>
            ) : (
              <Chip
                tone="here"
                icon={job.state === 'sending' ? 'send' : 'clock'}
                text={t(
                  job.state === 'sending'
                    ? 'status.sending'
                    : job.state === 'waiting-sign-in'
                      ? 'status.signIn'
                      : 'status.queued',
                )}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
