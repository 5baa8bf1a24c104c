import { useEffect, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import type { JobView } from '#src/state/types.ts'
import type { Known } from '#src/ui/write-status.ts'

/** Once the write's outcome is known, returns it as long as the screen is open, and marks it as shown in the outbox. */
export function useFollowedWrite(id: string | null): Known {
  const { outbox, receipts } = useApp()
  const [outcome, setOutcome] = useState<JobView | null>(null)
  const all = [...outbox.jobs.value, ...outbox.outcomes.value]
  const found = id === null ? null : (all.find(job => job.id === id) ?? outbox.find(id))
  useEffect(() => {
    if (found === null || found.settledAt === null || outcome?.id === found.id) return
    setOutcome(found)
    outbox.shown(found.id)
  }, [found, outcome, outbox])
  if (found !== null) return found
  if (outcome !== null && outcome.id === id) return outcome
  // The id of a new receipt is also its job's id.
  const listed = latestValue(receipts.history.value)?.find(({ receipt }) => receipt.id === id)
  if (listed !== undefined && listed.queued === null && listed.receipt.version > 0) return 'in-history'
  return outbox.loaded.value ? 'unknown' : 'not-loaded'
}
