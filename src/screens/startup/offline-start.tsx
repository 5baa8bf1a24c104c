import { useApp } from '#src/app-context.ts'
import type { Phase } from '#src/startup/phase.ts'
import { asleep } from '#src/ui/art/parts.ts'
import { Button } from '#src/ui/button.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './startup.module.css'

/**
 * Shown when startup cannot finish now, and the phone has no cached data: says why. The button appears once the time for
 * which the server has asked is over.
 */
export function OfflineStart({ why, until, reference }: Extract<Phase, { kind: 'offline' }>) {
  const { session, campaign } = useApp()
  const { t, f } = useText()
  const phoneNow = useNow(1000) - campaign.clockOffset()
  const isAsked = until !== null && until > phoneNow
  return (
    <MessagePage
      picture={<Lazy of={asleep} fallback={<div style={{ height: 190 }} />} />}
      title={t(`start.${why}.title`)}
      actions={
        !isAsked && (
          <Button wide icon="rotate" onClick={() => session.retry()}>
            {t('action.retry')}
          </Button>
        )
      }
    >
      <Lead>{t(`start.${why}.text`)}</Lead>
      {isAsked && <p>{t('start.retryAt', { time: f.time(until) })}</p>}
      {reference !== null && <p className={css.reference}>{t('start.reference', { code: reference })}</p>}
    </MessagePage>
  )
}
