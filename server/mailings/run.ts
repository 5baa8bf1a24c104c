import { isRecent } from '#contract/recent.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { readQuota } from '#server/messages/read-quota.ts'
import { advanceMailings } from './advance.ts'
import { enqueueReminders } from './remind.ts'

type Deps = Pick<ServerDeps, 'db' | 'line' | 'messaging' | 'clock'>

const REMIND_EVERY_MS = MINUTE_MS
const QUOTA_EVERY_MS = 10 * MINUTE_MS

export function createMailingRunner(deps: Deps): () => Promise<number> {
  let remindedAt = Number.NEGATIVE_INFINITY
  let quotaAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (!deps.messaging) return 0
    const now = deps.clock.now()
    if (!isRecent(quotaAt, now, QUOTA_EVERY_MS)) {
      quotaAt = now
      await readQuota(deps)
    }
    if (!isRecent(remindedAt, now, REMIND_EVERY_MS)) {
      remindedAt = now
      await enqueueReminders(deps)
    }
    return advanceMailings(deps)
  }
}
