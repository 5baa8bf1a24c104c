import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { isRefused } from '#src/ports.ts'
import type { JobView } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/page.tsx'
import { SignInButton } from '#src/ui/sign-in-button.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './outbox.module.css'

function reasonOf(jobs: readonly JobView[]) {
  if (jobs.some(job => job.state === 'sending')) return 'sending'
  for (const reason of ['sign-in', 'storage', 'blocked', 'gateway', 'network', 'server'] as const) {
    const found = jobs.find(job => job.waitsFor === reason)
    if (found && reason === 'server' && isRateLimited(found)) return 'rounds'
    if (found) return reason
  }
  return 'due'
}

/** True if the job waits because the server limits jobs per minute. */
const isRateLimited = ({ failure }: JobView) => isRefused(failure, 'RATE_LIMITED')

/** Hides the send button during a pause that the server has requested, because a tap would have no effect. */
export function Summary({ jobs }: { readonly jobs: readonly JobView[] }) {
  const { outbox } = useApp()
  const { t, f } = useText(writeTexts)
  const reason = reasonOf(jobs)
  const held = reason === 'sending' || reason === 'sign-in' ? null : outbox.heldUntil.value
  const times = jobs.flatMap(job => job.nextTryAt ?? [])
  return (
    <Card>
      <div className={css.summary}>
        <p role="status">{t(`outbox.why.${reason}`)}</p>
        {held !== null && <p>{t('outbox.nextAt', { time: f.time(held) })}</p>}
        {held === null && times.length > 0 && reason !== 'sending' && <NextTry at={Math.min(...times)} />}
        <p className={css.quiet}>{t('outbox.closed')}</p>
      </div>
      {reason === 'sign-in' && <SignInButton />}
      {reason !== 'sign-in' && held === null && (
        <Button icon="send" busy={reason === 'sending'} onClick={() => outbox.sendNow()}>
          {reason === 'sending' ? t('state.sending') : t('outbox.sendNow')}
        </Button>
      )}
    </Card>
  )
}

/** `at` is in milliseconds since 1970 by the phone's clock. */
function NextTry({ at }: { readonly at: number }) {
  const { campaign } = useApp()
  const { t } = useText(writeTexts)
  const left = Math.ceil((at + campaign.clockOffset() - useNow(1000)) / 1000)
  if (left <= 0) return null
  return (
    <p>
      {left < 90
        ? t('outbox.nextSeconds', { seconds: left })
        : t('outbox.nextMinutes', { minutes: Math.round(left / 60) })}
    </p>
  )
}
