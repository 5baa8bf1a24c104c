import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'
import { messagingClient } from '#server/messaging-client.ts'

/** LINE counts messages by the month. `value` is missing if the account has no limit. */
const quotaAnswer = v.object({
  type: v.string(),
  value: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
const usageAnswer = v.object({ totalUsage: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/**
 * Asks LINE how many messages it accepts in this month and how many it has counted, and stores both for the organiser. Keeps
 * the stored numbers if LINE does not answer.
 */
export async function readQuota(
  deps: Pick<ServerDeps, 'db' | 'line' | 'messaging' | 'clock'>,
): Promise<void> {
  const { db, messaging, clock } = deps
  if (!messaging) return
  try {
    const client = await messagingClient(deps.line, messaging.accessToken)
    const quota = v.parse(quotaAnswer, await client.getMessageQuota())
    const { totalUsage } = v.parse(usageAnswer, await client.getMessageQuotaConsumption())
    const limit = quota.type === 'limited' ? (quota.value ?? null) : null
    await db
      .updateTable('message_channel')
      .set({ quota_limit: limit, quota_used: totalUsage, quota_at: clock.now() })
      .execute()
  } catch {
    // Sending reports a refused token or an outage; the numbers stay as old as `quota_at` says.
  }
}
