import { APP_VERSION } from '#contract/limits.ts'
import { useApp } from '#src/app-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './startup.module.css'

/**
 * The loading screen of spec S2: spinner, "กำลังโหลด..." and version. After ten seconds it also shows a retry
 * button.
 */
export function LoadingScreen({ to }: { readonly to?: 'line' | 'login' | 'add-friend' | 'reload' }) {
  const { session } = useApp()
  const { t } = useText()
  return (
    <div className={css.loading}>
      <div role="status" className={css.status}>
        <Spinner size={48} />
        <h1>{to === undefined ? t('state.loading') : t(`start.leaving.${to}`)}</h1>
        {session.slow.value && <p className={css.slow}>{t('start.slow')}</p>}
      </div>
      {session.slow.value && (
        <Button kind="secondary" icon="rotate" onClick={() => session.retry()}>
          {t('action.retry')}
        </Button>
      )}
      <p className={css.version}>{APP_VERSION}</p>
    </div>
  )
}
