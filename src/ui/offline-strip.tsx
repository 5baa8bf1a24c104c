import { useEffect } from 'react'
import { Link } from 'wouter'
import { useApp } from '#src/app-context.ts'
import type { Resource } from '#src/state/types.ts'
import { Icon, type IconName } from './icon.tsx'
import css from './offline-strip.module.css'
import { useElapsed } from './use-elapsed.ts'
import { usePolling } from './use-polling.ts'
import { useText } from './use-text.ts'

function newest(...resources: readonly Resource<unknown>[]): number | null {
  const times = resources.flatMap(one =>
    one.state === 'ready' || one.state === 'failed' ? [one.at ?? 0] : [],
  )
  return Math.max(0, ...times) || null
}

/** Writes younger than this (milliseconds) are not counted, so that the strip does not flash. */
const UNDER_WAY_MS = 1500

function useWaitingCount(offline: boolean): number {
  const { outbox } = useApp()
  const waiting = outbox.waiting.value
  const held = outbox.jobs.value.some(job => job.waitsFor !== null)
  const long = useElapsed(waiting > 0, UNDER_WAY_MS)
  return offline || held || long ? waiting : 0
}

/** Renders an empty element if there is nothing to report. */
export function OfflineStrip() {
  const { session, outbox } = useApp()
  const { t } = useText()
  const offline = outbox.connection.value === 'unreachable'
  const waiting = useWaitingCount(offline)
  const attention = outbox.attention.value
  const unreadable = outbox.unreadable.value
  const volatile = outbox.volatile.value > 0
  const signIn = session.signInNeeded.value
  if (!offline && waiting + attention + unreadable === 0 && !volatile && !signIn) return <div role="status" />
  return (
    <div className={css.strip} role="status">
      {offline && <Offline />}
      {waiting > 0 && <OutboxLink icon="clock" text={t('offline.waiting', { count: waiting })} />}
      {attention > 0 && <OutboxLink icon="warning" text={t('offline.attention', { count: attention })} />}
      {unreadable > 0 && <OutboxLink icon="warning" text={t('offline.unreadable', { count: unreadable })} />}
      {signIn && (
        <span>
          {t('offline.signIn')}
          <button type="button" onClick={() => void session.signIn()}>
            {t('start.signedOut.open')}
          </button>
        </span>
      )}
      {volatile && <span>{t('offline.volatile')}</span>}
    </div>
  )
}

/** Maximum random delay before a phone calls the server after its network is back, in milliseconds. */
const SPREAD_MS = 2000

/** Polls the server, because there may be no other request that would detect the end of the outage. */
function Offline() {
  const { customer, rewards, receipts, campaign, outbox } = useApp()
  const { t, f } = useText()
  usePolling(() => void campaign.poll())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      // In a crowd, many phones may get their network back at the same time.
      timer = setTimeout(() => void campaign.poll(), Math.random() * SPREAD_MS)
    }
    addEventListener('online', ask)
    return () => {
      removeEventListener('online', ask)
      clearTimeout(timer)
    }
  }, [campaign])
  const at = newest(
    campaign.current.value,
    customer.current.value,
    rewards.current.value,
    receipts.history.value,
  )
  const [now, since] = outbox.strangerAnswers.value
    ? (['offline.portal', 'offline.portalSince'] as const)
    : (['offline.strip', 'offline.since'] as const)
  return (
    <span>
      <Icon name="offline" size={18} />
      {at === null ? t(now) : t(since, { time: f.dateTime(at) })}
    </span>
  )
}

function OutboxLink({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  const { session } = useApp()
  const { kind } = session.phase.value
  const canOpen = kind === 'ready' || (kind === 'ended' && session.customerId.value !== null)
  return (
    <span>
      <Icon name={icon} size={18} />
      {canOpen ? <Link href="/outbox">{text}</Link> : text}
    </span>
  )
}
