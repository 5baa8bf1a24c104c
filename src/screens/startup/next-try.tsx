import { useApp } from '#src/app-context.ts'
import { RETRY_WITHIN_MS } from '#src/startup/limits.ts'
import { Button } from '#src/ui/button.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'

/** Returns the time by the phone's clock in milliseconds since 1970. Updates every second. */
export function usePhoneNow(): number {
  const { campaign } = useApp()
  return useNow(1000) - campaign.clockOffset()
}

export function RetryButton({ kind = 'primary' }: { readonly kind?: 'primary' | 'quiet' }) {
  const { session } = useApp()
  const { t } = useText()
  return (
    <Button wide kind={kind} icon="rotate" onClick={() => session.retry()}>
      {t('action.retry')}
    </Button>
  )
}

export function Waits() {
  const { session } = useApp()
  const { t } = useText()
  const now = usePhoneNow()
  const waiting = session.waiting.value
  const count = waiting === null ? 0 : Math.ceil((waiting.until - now) / 1000)
  return waiting !== null && count > 0 ? <p>{t(`start.waits.${waiting.on}`, { count })}</p> : null
}

export function NextTry({ until }: { readonly until: number | null }) {
  const { session } = useApp()
  const { t, f } = useText()
  const now = usePhoneNow()
  if (session.waiting.value !== null) return <Waits />
  const isAsked = until !== null && until > now
  return (
    <p>
      {isAsked
        ? t('start.retryAt', { time: f.time(until) })
        : t('start.retrySoon', { count: RETRY_WITHIN_MS / 1000 })}
    </p>
  )
}
