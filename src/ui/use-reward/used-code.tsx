import type { Reward } from '#contract/schema/reward.ts'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Celebrate } from '#src/ui/art/celebrate.tsx'
import { useText } from '#src/ui/use-text.ts'
import { LiveClock } from './live-clock.tsx'
import css from './use-reward.module.css'

/** Shows a used reward's code, large enough to be read across a counter. */
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
        <p className={css.quiet}>{t('use.doneText')}</p>
        {item.usedAt !== null && (
          <p className={css.quiet}>{t('reward.usedAt', { time: f.dateTime(item.usedAt) })}</p>
        )}
      </div>
      <LiveClock />
    </div>
  )
}
