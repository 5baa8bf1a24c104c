import { useApp } from '#src/app-context.ts'
import type { Phase } from '#src/startup/phase.ts'
import { asleep } from '#src/ui/art/parts.ts'
import { Button } from '#src/ui/button.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { NextTry, usePhoneNow } from './next-try.tsx'
import css from './startup.module.css'

/**
 * Shown when startup cannot finish and the phone has no cached data. The retry button appears when the server's pause
 * has passed.
 */
export function OfflineStart({ why, until, reference }: Extract<Phase, { kind: 'offline' }>) {
  const { session } = useApp()
  const { t } = useText()
  const now = usePhoneNow()
  const isAsked = until !== null && until > now
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
      <NextTry until={until} />
      {reference !== null && <p className={css.reference}>{t('start.reference', { code: reference })}</p>}
    </MessagePage>
  )
}
