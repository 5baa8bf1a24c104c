import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import type { Resource } from '#src/state/types.ts'
import { Icon } from './icon.tsx'
import css from './offline-strip.module.css'
import { useText } from './use-text.ts'

/** Returns the time of the newest server response in milliseconds, or null if there is none. */
function newest(...resources: readonly Resource<unknown>[]): number | null {
  const times = resources.flatMap(one =>
    one.state === 'ready' || one.state === 'failed' ? [one.at ?? 0] : [],
  )
  return Math.max(0, ...times) || null
}

/**
 * A yellow strip, shown when the server cannot be reached, jobs need attention, or the session has expired.
 */
export function OfflineStrip() {
  const { session, outbox, customer, rewards, receipts, campaign } = useApp()
  const { t, f } = useText()
  const offline = outbox.connection.value === 'unreachable'
  const waiting = outbox.waiting.value
  const attention = outbox.attention.value
  const volatile = !outbox.durable.value && waiting > 0
  const signIn = session.signInNeeded.value
  if (!offline && attention === 0 && !volatile && !signIn) return <div role="status" />
  const at = newest(
    campaign.current.value,
    customer.current.value,
    rewards.current.value,
    receipts.history.value,
  )
  return (
    <div className={css.strip} role="status">
      {offline && (
        <span>
          <Icon name="offline" size={18} />
          {at === null ? t('offline.strip') : t('offline.since', { time: f.dateTime(at) })}
        </span>
      )}
      {waiting > 0 && offline && <span>{t('offline.waiting', { count: waiting })}</span>}
      {attention > 0 && (
        <span>
          <Icon name="warning" size={18} />
          {session.phase.value.kind === 'ready' ? (
            <Link href="/profile">{t('offline.attention', { count: attention })}</Link>
          ) : (
            t('offline.attention', { count: attention })
          )}
        </span>
      )}
      {signIn && (
        <span>
          {t('offline.signIn')}
          <button type="button" onClick={() => session.retry()}>
            {t('start.signedOut.open')}
          </button>
        </span>
      )}
      {volatile && <span>{t('offline.volatile')}</span>}
    </div>
  )
}
