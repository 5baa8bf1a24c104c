import { APP_VERSION } from '#contract/limits.ts'
import { useApp } from '#src/app-context.ts'
import type { Phase } from '#src/startup/phase.ts'
import { scene } from '#src/ui/art/parts.ts'
import { Button } from '#src/ui/button.tsx'
import { Lazy } from '#src/ui/lazy.tsx'
import { Lead, MessagePage } from '#src/ui/page.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { NextTry, RetryButton, usePhoneNow, Waits } from './next-try.tsx'
import css from './startup.module.css'

/** Shown instead of a screen until startup has finished, or if startup fails without a network (spec S2, S4). */
export function StartupScreen({ phase }: { readonly phase: Phase }) {
  switch (phase.kind) {
    case 'leaving':
      return <LoadingScreen to={phase.to} />
    case 'offline':
      return <OfflineStart {...phase} />
    default:
      // The loading screen stays visible until the script of the phase's own screen has loaded.
      return <LoadingScreen />
  }
}

/** Shows a spinner, "กำลังโหลด..." and the version (spec S2). After ten seconds, explains the delay. */
function LoadingScreen({ to }: { readonly to?: 'line' | 'login' | 'add-friend' | 'reload' }) {
  const { session } = useApp()
  const { t } = useText()
  return (
    <div className={css.loading}>
      <div role="status" className={css.status}>
        <Spinner size={48} />
        <h1>{to === undefined ? t('state.loading') : t(`start.leaving.${to}`)}</h1>
        {session.slow.value && <p className={css.slow}>{t('start.slow')}</p>}
      </div>
      {session.slow.value && <Slow />}
      <p className={css.version}>{APP_VERSION}</p>
    </div>
  )
}

function Slow() {
  const { session } = useApp()
  const { t } = useText()
  // Rerender every second: LINE's SDK is considered stuck after some time.
  usePhoneNow()
  return (
    <>
      <Waits />
      {session.canRetry() && (
        <Button kind="secondary" icon="rotate" onClick={() => session.retry()}>
          {t('action.retry')}
        </Button>
      )}
    </>
  )
}

/** The retry button appears once the pause that the server requested is over. */
function OfflineStart({ why, until, reference }: Extract<Phase, { kind: 'offline' }>) {
  const { t } = useText()
  const now = usePhoneNow()
  const isAsked = until !== null && until > now
  return (
    <MessagePage
      picture={<Lazy of={scene} asleep fallback={<div style={{ height: 190 }} />} />}
      title={t(`start.${why}.title`)}
      actions={!isAsked && <RetryButton />}
    >
      <Lead>{t(`start.${why}.text`)}</Lead>
      <NextTry until={until} />
      {reference !== null && <p className={css.reference}>{t('start.reference', { code: reference })}</p>}
    </MessagePage>
  )
}
