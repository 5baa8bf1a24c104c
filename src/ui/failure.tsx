import { assertNever } from '#contract/assert-never.ts'
import type { Translate } from '#src/i18n/keys.ts'
import type { Failure } from '#src/ports.ts'
import css from './notice.module.css'
import { Notice } from './notice.tsx'
import { useText } from './use-text.ts'

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

/** A success, a redirect or 511 is from a Wi-Fi sign-in page. Any other status is from a gateway. */
function unknownAnswerKey(status: number) {
  if (status < 400 || status === 511) return 'fail.portal'
  if (status === 429) return 'error.RATE_LIMITED'
  return status >= 500 ? 'error.UNAVAILABLE' : 'fail.title'
}

export function FailureNotice({
  failure,
  title,
  onRetry,
}: {
  failure: Failure
  /** Describes what the screen shows instead of new data. */
  title?: string | undefined
  onRetry?: (() => void) | undefined
}) {
  const { t } = useText()
  // A retry cannot succeed.
  if (failure.kind === 'missing') return <Notice live severity="info" title={failureText(t, failure)} />
  const refused = failure.kind === 'refused'
  // A busy server or gateway has not decided the request, so the screen's `title` is still correct.
  const isBusy = refused && (failure.status >= 500 || failure.status === 429)
  // Without a connection, the heading tells the customer what to do, for example to check the signal.
  const heading = (refused && !isBusy ? null : title) ?? (refused ? t('fail.title') : failureText(t, failure))
  return (
    <Notice
      live
      severity={refused ? 'error' : 'warning'}
      title={heading}
      button={onRetry && { text: t('action.retry'), icon: 'rotate', onClick: onRetry }}
    >
      {(refused || title !== undefined) && <p>{failureText(t, failure)}</p>}
      {refused && failure.requestId !== '' && (
        <p className={css.reference}>{t('fail.reference', { id: failure.requestId })}</p>
      )}
    </Notice>
  )
}
