import { assertNever } from '#contract/assert-never.ts'
import type { Translate } from '#src/i18n/keys.ts'
import type { Failure } from '#src/ports.ts'
import { Button } from './button.tsx'
import css from './notice.module.css'
import { Notice } from './notice.tsx'
import { useText } from './use-text.ts'

/** Returns the message for customers about a failed call. */
export function failureText(t: Translate, failure: Failure): string {
  switch (failure.kind) {
    case 'network':
    case 'aborted':
      return t('fail.network')
    case 'timeout':
      return t('fail.timeout')
    case 'portal':
      return t(unknownAnswerKey(failure.status))
    case 'missing':
      return t('fail.missing')
    case 'refused':
      return t(`error.${failure.code}`)
    default:
      return assertNever(failure)
  }
}

/**
 * Returns the key of the message about an answer that is not in our format. A Wi-Fi sign-in page answers with a success, a
 * redirect or 511; any other status is the word of a gateway in front of our server.
 */
function unknownAnswerKey(status: number) {
  if (status < 400 || status === 511) return 'fail.portal'
  if (status === 429) return 'error.RATE_LIMITED'
  return status >= 500 ? 'error.UNAVAILABLE' : 'fail.title'
}

/** Shows that a call failed: the message, a retry button, and the request id to quote to support. */
export function FailureNotice({
  failure,
  title,
  onRetry,
}: {
  failure: Failure
  /** Says what the screen shows instead of new data. */
  title?: string | undefined
  onRetry?: (() => void) | undefined
}) {
  const { t } = useText()
  // Another attempt cannot succeed.
  if (failure.kind === 'missing') return <Notice live severity="info" title={failureText(t, failure)} />
  const refused = failure.kind === 'refused'
  // A busy server or a gateway has decided nothing, so what the screen says still holds.
  const isBusy = refused && (failure.status >= 500 || failure.status === 429)
  // If the server cannot be reached, the app works correctly, and the customer can act, for example check the signal.
  const heading = (refused && !isBusy ? null : title) ?? (refused ? t('fail.title') : failureText(t, failure))
  return (
    <Notice
      live
      severity={refused ? 'error' : 'warning'}
      title={heading}
      action={
        onRetry && (
          <Button small kind="secondary" icon="rotate" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )
      }
    >
      {(refused || title !== undefined) && <p>{failureText(t, failure)}</p>}
      {refused && failure.requestId !== '' && (
        <p className={css.reference}>{t('fail.reference', { id: failure.requestId })}</p>
      )}
    </Notice>
  )
}
