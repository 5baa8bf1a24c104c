import { momentOf } from '#contract/time.ts'
import { useApp } from '#src/app-context.ts'
import { arriveBy } from '#src/domain/arrive-by.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { latestValue } from '#src/state/resource.ts'
import type { JobView } from '#src/state/types.ts'
import { useText } from './use-text.ts'

/** Returns a function that returns the sentence about an unsent receipt's deadline, or null. */
export function useArriveBy(): (job: JobView) => string | null {
  const { campaign } = useApp()
  const { t, f } = useText(writeTexts)
  const activity = latestValue(campaign.current.value)
  return ({ state, expired, receipt }) => {
    const waits = state === 'queued' || state === 'sending' || expired
    // Do not use the job's `createdAt`, which changes when the customer sends the job again.
    const until = waits && receipt?.at ? arriveBy(activity, momentOf(receipt.at)) : null
    return until === null ? null : t('write.arriveBy', { time: f.dateTime(until) })
  }
}
