import * as v from 'valibot'
import type { ServerDeps } from '#server/deps.ts'
import { messagingClient } from '#server/messaging-client.ts'

/** LINE omits `value` if the account has no limit. */
const quotaAnswer = v.object({
  type: v.string(),
  value: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
const usageAnswer = v.object({ totalUsage: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/** Stores this month's limit and usage. Does not change the stored numbers if LINE does not respond. */
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
    // Ignore the error: sending reports rejected tokens and outages, and `quota_at` shows how old the numbers are.
  }
}
