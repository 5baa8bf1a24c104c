import { DAY_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { DataStores } from '#server/images/store.ts'
import { UPLOAD_LIFE_MS } from '#server/images/upload.ts'
import { believe, lastRunBeforeJump } from './clock-check.ts'
import {
  purgeCustomers,
  purgeImages,
  purgeLineIdentities,
  purgeLogs,
  purgeOlderThan,
  purgeUploads,
} from './purge.ts'

/** How long things are kept, in milliseconds; images and people from the announcement on. */
const RETENTION_MS = {
  images: 90 * DAY_MS,
  people: 180 * DAY_MS,
  logs: 90 * DAY_MS,
  keys: 30 * DAY_MS,
  /** Sessions that have ended; until then their token is told apart from one that never was. */
  sessions: 30 * DAY_MS,
  uploads: UPLOAD_LIFE_MS,
} as const

/** How many of each were, or in a dry run would be, forgotten. */
type Forgotten = {
  images: number
  people: number
  /** LINE accounts that may join again. */
  identities: number
  logs: number
  keys: number
  sessions: number
  uploads: number
}

type How = {
  /** Only counts, and believes any clock. */
  readonly dryRun?: boolean
  /** Somebody has said that the clock is right, however long nobody has looked. */
  readonly clockIsRight?: boolean
  /** Hears of each batch that is done. */
  readonly step?: (count: number) => void
}

type Retained =
  | { readonly kind: 'done'; readonly forgotten: Forgotten }
  /** Nothing was forgotten: the clock is too far ahead of the last look, `since` (milliseconds). */
  | { readonly kind: 'doubted'; readonly since: number }

/**
 * Forgets what has been kept for its time at a moment (milliseconds) that can be believed. Everything is done in
 * small steps that can be repeated: several processes may run it at once, and one that dies leaves the rest for the
 * next time.
 */
export async function runRetention(stores: DataStores, now: number, how: How = {}): Promise<Retained> {
  const { db, objects } = stores
  const { dryRun = false, clockIsRight = false, step = () => undefined } = how
  if (!dryRun) {
    const since = clockIsRight ? null : await lastRunBeforeJump(db, now)
    if (since !== null) return { kind: 'doubted', since }
    await believe(db, now)
  }
  const work = { db, objects, dryRun, step }
  const campaign = await readCampaign(db)
  const announced = campaign.announced_at ?? Number.POSITIVE_INFINITY
  const due = (since: number, kept: number): boolean => now >= since + kept
  const images = due(announced, RETENTION_MS.images) ? await purgeImages(work) : 0
  const logs = await purgeLogs(work, now - RETENTION_MS.logs)
  const keys = due(campaign.closes_at, RETENTION_MS.keys)
    ? await purgeOlderThan(work, 'idempotency', 'created_at', now)
    : 0
  const sessions = await purgeOlderThan(work, 'session', 'expires_at', now - RETENTION_MS.sessions)
  const uploads = await purgeUploads(work, now - RETENTION_MS.uploads)
  // People last: their sessions, keys and sign-ins go with them, and would be missing from the counts before.
  const isOver = due(announced, RETENTION_MS.people)
  const people = isOver ? await purgeCustomers(work, now) : 0
  const identities = isOver ? await purgeLineIdentities(work) : 0
  return { kind: 'done', forgotten: { images, people, identities, logs, keys, sessions, uploads } }
}
