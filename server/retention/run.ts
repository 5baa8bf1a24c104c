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
  purgeOlderThan,
  purgeProvisional,
  purgeUploads,
  purgeWebhooks,
} from './purge.ts'
import { purgeMessages } from './purge-messages.ts'
import { purgeTypedTexts } from './purge-texts.ts'

export const RETENTION_MS = {
  /** Starts at the last visit of a customer who has not registered. */
  provisional: 30 * DAY_MS,
  logs: 90 * DAY_MS,
  reports: 30 * DAY_MS,
  /** Does not apply to messages to winners (`purge-messages.ts`). */
  messages: 30 * DAY_MS,
  /**
   * Longer than LINE resends a webhook. Older events are ignored, so a webhook resent after the deletion has no effect.
   */
  webhooks: 30 * DAY_MS,
  keys: 30 * DAY_MS,
  /** Starts when the session expires. The token gets SESSION_EXPIRED until the deletion, then UNAUTHORIZED. */
  sessions: 30 * DAY_MS,
  uploads: UPLOAD_LIFE_MS,
  /** The desk's notices, whether seen or not. The events are still in the audit log. */
  notices: 365 * DAY_MS,
} as const

/** Number of items that were deleted, or would be in a dry run. */
type Purged = {
  images: number
  people: number
  /** Customers who never registered, including their LINE accounts. */
  provisional: number
  /** LINE accounts, which can join again after the deletion. */
  identities: number
  logs: number
  reports: number
  messages: number
  /** Webhook events, and the state of LINE users who are not customers. */
  webhooks: number
  keys: number
  sessions: number
  uploads: number
  notices: number
}

type Options = {
  /** Only counts the items, without checking the clock. */
  readonly dryRun?: boolean
  /** Skips the clock check, because the operator has confirmed that the clock is right. */
  readonly clockIsRight?: boolean
  /** Called after each batch with the number of rows. */
  readonly step?: (count: number) => void
}

type Result =
  | { readonly kind: 'done'; readonly purged: Purged }
  /** The clock is too far ahead of the last run, so nothing was deleted. `lastRunAt` is in milliseconds since 1970. */
  | { readonly kind: 'clock-jumped'; readonly lastRunAt: number }

/**
 * Deletes all data whose retention period has ended at `now` (milliseconds), unless the clock seems to have jumped
 * ahead. Works in small, repeatable steps, so several processes may run it at the same time.
 */
export async function runRetention(stores: DataStores, now: number, options: Options = {}): Promise<Result> {
  const { db, objects } = stores
  const { dryRun = false, clockIsRight = false, step = () => undefined } = options
  if (!dryRun) {
    const lastRunAt = clockIsRight ? null : await lastRunBeforeJump(db, now)
    if (lastRunAt !== null) return { kind: 'clock-jumped', lastRunAt }
    await recordRun(db, now)
  }
  const purge = { db, objects, dryRun, step }
  const campaign = await readCampaign(db)
  const dates = retentionDates(campaign)
  const images = dates && now >= dates.images ? await purgeImages(purge) : 0
  const logs = await purgeLogs(purge, now - RETENTION_MS.logs)
  const reports = await purgeOlderThan(purge, 'phone_report', 'hour', now - RETENTION_MS.reports)
  const messages = await purgeMessages(purge, now - RETENTION_MS.messages)
  const webhooks = await purgeWebhooks(purge, now - RETENTION_MS.webhooks)
  const keysAreDue = now >= campaign.closes_at + RETENTION_MS.keys
  const keys = keysAreDue ? await purgeOlderThan(purge, 'idempotency', 'created_at', now) : 0
  const sessions = await purgeOlderThan(purge, 'session', 'expires_at', now - RETENTION_MS.sessions)
  const uploads = await purgeUploads(purge, now - RETENTION_MS.uploads)
  const notices = await purgeOlderThan(purge, 'desk_notice', 'at', now - RETENTION_MS.notices)
  // Purge customers last, because this also deletes their sessions, keys and logins, which were counted above.
  const peopleAreDue = dates !== null && now >= dates.people
  const before = now - RETENTION_MS.provisional
  const provisional = peopleAreDue ? 0 : await purgeProvisional(purge, { now, before })
  const people = peopleAreDue ? await purgeCustomers(purge, now) : 0
  if (peopleAreDue && !dryRun) await purgeTypedTexts(db)
  const identities = peopleAreDue ? await purgeLineIdentities(purge) : 0
  return {
    kind: 'done',
    purged: {
      images,
      people,
      provisional,
      identities,
      logs,
      reports,
      messages,
      webhooks,
      keys,
      sessions,
      uploads,
      notices,
    },
  }
}
