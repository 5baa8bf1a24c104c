import { useEffect } from 'react'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Notice } from '#src/ui/notice.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'

/**
 * Counts down to the next attempt after too many wrong PINs. `until` is the server time of the next attempt, in
 * milliseconds since 1970.
 */
export function PinLock({ until, onEnd }: { readonly until: number; readonly onEnd: () => void }) {
  const { t } = useText(rewardTexts)
  const left = Math.max(0, Math.ceil((until - useNow(1000)) / 1000))
  useEffect(() => {
    if (left === 0) onEnd()
  }, [left, onEnd])
  const minutes = `${Math.floor(left / 60) % 60}:${String(left % 60).padStart(2, '0')}`
  const hours = Math.floor(left / 3600)
  // Wrong PINs from all customers together can cause a lock of up to a day, so show hours: `5:04:09`.
  const time = hours === 0 ? minutes : `${hours}:${minutes.padStart(5, '0')}`
  return (
    <div>
      <p role="alert" className="only-read">
        {t('error.STAFF_PIN_LOCKED')}
      </p>
      <Notice severity="error" title={t('use.locked')}>
        <p>{t('use.lockedText', { time })}</p>
        <p>{t('use.scanInstead')}</p>
      </Notice>
    </div>
  )
}
