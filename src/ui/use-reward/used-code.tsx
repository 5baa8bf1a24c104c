import { bangkokMinute } from '#contract/rules.ts'
import type { Reward } from '#contract/schema/reward.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Celebrate } from '#src/ui/art/celebrate.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './use-reward.module.css'

export function UsedCode({
  item,
  fresh = false,
}: {
  readonly item: Reward['items'][number]
  readonly fresh?: boolean
}) {
  const { t, f } = useText(rewardTexts)
  return (
    <div className={css.used}>
      <div role="status" className={css.used}>
        {fresh && <Celebrate />}
        <p className={css.title}>{t('use.done')}</p>
        {item.code !== null && <p className={css.code}>{item.code}</p>}
        <p className="quiet">{t('use.doneText')}</p>
        {item.usedAt !== null && (
          <p className="quiet">{t('reward.usedAt', { time: f.dateTime(item.usedAt) })}</p>
        )}
      </div>
      <LiveClock />
    </div>
  )
}

const SECOND_MS = 1000

/**
 * Lets staff tell a used reward from a screenshot. The time is derived from the last server response. If the user
 * prefers reduced motion, only the seconds change.
 */
function LiveClock() {
  const { t, f } = useText(rewardTexts)
  const now = useNow(SECOND_MS)
  const seconds = Math.floor(now / SECOND_MS) % 60
  return (
    <div className={css.live}>
      {/* Screen readers do not announce changes in a timer, so they do not read every second aloud. */}
      <div role="timer" aria-label={t('use.clock')} className={css.band}>
        <span className={css.time}>
          {bangkokMinute(now).slice(11)}:{String(seconds).padStart(2, '0')}
        </span>
        <span className={css.date}>{f.shortDate(now)}</span>
      </div>
      <p className={css.hint}>{t('use.live')}</p>
    </div>
  )
}
