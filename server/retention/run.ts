import { DAY_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { DataStores } from '#server/images/store.ts'
import { UPLOAD_LIFE_MS } from '#server/images/upload.ts'
import { lastRunBeforeJump, recordRun } from './clock-check.ts'
import { retentionDates } from './due.ts'
import {
  purgeCustomers,
  purgeImages,
  purgeLineIdentities,
  purgeLogs,
  purgeMessages,
  purgeOlderThan,
  purgeProvisional,
  purgeTypedTexts,
  purgeUploads,
  purgeWebhooks,
} from './purge.ts'

export const RETENTION_MS = {
  /** Starts at the last visit of a customer who has not registered. */
  provisional: 30 * DAY_MS,
  logs: 90 * DAY_MS,
  reports: 30 * DAY_MS,
  /** Does not apply to messages to winners. */
  messages: 30 * DAY_MS,
  /**
   * Longer than LINE keeps resending a webhook. Older events are ignored, so a webhook resent after the deletion has no
   * effect.
   */
  webhooks: 30 * DAY_MS,
  keys: 30 * DAY_MS,
  /** Starts when the session expires. The token gets SESSION_EXPIRED until the deletion, then UNAUTHORIZED. */
  sessions: 30 * DAY_MS,
  uploads: UPLOAD_LIFE_MS,
  /** The desk's notices, whether seen or not. The events are still in the audit log. */
  notices: 365 * DAY_MS,
} as const

type Options = {
  /** Only counts the items, without checking the clock. */
  readonly dryRun?: boolean
  /** Skips the clock check, because the operator has confirmed that the clock is right. */
  readonly clockIsRight?: boolean
  readonly step?: (count: number) => void
}

/**
 * Deletes all data whose retention period has ended, and counts the deleted items. Deletes nothing
 * if the clock seems to have jumped ahead. Works in small, repeatable steps, so several processes
 * may run it at the same time.
 */
export async function runRetention(stores: DataStores, now: number, options: Options = {}) {
  const { db, objects } = stores
  const { dryRun = false, clockIsRight = false, step = () => undefined } = options
  if (!dryRun) {
    const lastRunAt = clockIsRight ? null : await lastRunBeforeJump(db, now)
    if (lastRunAt !== null) return { kind: 'clock-jumped', lastRunAt } as const
    await recordRun(db, now)
  }
  const purge = { db, objects, dryRun, step }
  const campaign = await readCampaign(db)
  const dates = retentionDates(campaign)
  const peopleAreDue = dates !== null && now >= dates.people
  const ended = (period: keyof typeof RETENTION_MS) => now - RETENTION_MS[period]
  const images = dates && now >= dates.images ? await purgeImages(purge) : 0
  const others = {
    logs: await purgeLogs(purge, ended('logs')),
    reports: await purgeOlderThan(purge, 'phone_report', 'hour', ended('reports')),
    messages: await purgeMessages(purge, ended('messages')),
    webhooks: await purgeWebhooks(purge, ended('webhooks')),
    keys:
      ended('keys') >= campaign.closes_at ? await purgeOlderThan(purge, 'idempotency', 'created_at', now) : 0,
    sessions: await purgeOlderThan(purge, 'session', 'expires_at', ended('sessions')),
    uploads: await purgeUploads(purge, ended('uploads')),
    notices: await purgeOlderThan(purge, 'desk_notice', 'at', ended('notices')),
  }
  if (peopleAreDue && !dryRun) await purgeTypedTexts(db)
  // Purge customers last, because this also deletes their sessions, keys and logins, which were counted above.
  const customers = {
    people: peopleAreDue ? await purgeCustomers(purge, now) : 0,
    provisional: peopleAreDue ? 0 : await purgeProvisional(purge, { now, before: ended('provisional') }),
    identities: peopleAreDue ? await purgeLineIdentities(purge) : 0,
  }
  return { kind: 'done', purged: { images, ...customers, ...others } } as const
}
