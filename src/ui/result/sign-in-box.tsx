import { assertNever } from '#contract/assert-never.ts'
import { useApp } from '#src/app-context.ts'
import { resultTexts } from '#src/i18n/th/result.ts'
import { Button, ButtonAway } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './result.module.css'

/** Shows a button if the customer has to start the sign-in. */
export function SignInBox() {
  const { session } = useApp()
  const { t } = useText(resultTexts)
  const shown = session.endedSignIn.value
  const retry = (
    <Button wide kind="secondary" icon="rotate" onClick={() => session.retry()}>
      {t('action.retry')}
    </Button>
  )
  function content() {
    switch (shown.kind) {
      case 'running':
      case 'signed-in':
        return (
          <p className={css.checking}>
            <Spinner size={20} /> {t('result.checking')}
          </p>
        )
      case 'ask':
        return (
          <>
            <p>{t('result.signIn')}</p>
            <Button wide icon="user" onClick={() => session.retry()}>
              {t('start.signedOut.open')}
            </Button>
          </>
        )
      case 'open-line':
        return (
          <>
            <p>{t('result.openLine')}</p>
            <ButtonAway wide href={shown.url}>
              {t('start.notInLine.open')}
            </ButtonAway>
          </>
        )
      case 'not-registered':
        return <p>{t(shown.left ? 'error.CUSTOMER_CANCELLED' : 'result.notRegistered')}</p>
      case 'unreachable':
        return (
          <>
            <p>{t('result.unreachable')}</p>
            {retry}
          </>
        )
      case 'refused':
        return (
          <>
            <p>{t(shown.code === null ? 'result.refused' : `error.${shown.code}`)}</p>
            {retry}
          </>
        )
      default:
        return assertNever(shown)
    }
  }
  return (
    <div className={css.signIn} role="status">
      {content()}
    </div>
  )
}
