import { DAY_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'

/** Longest plausible time between two runs of retention, which normally runs once a day. */
export const MAX_GAP_MS = 14 * DAY_MS

/**
 * Returns the time of retention's last run if `now` is so far ahead of it that the clock has
 * probably jumped, otherwise null. With such a clock, retention would delete data too early. If
 * retention has never run, the newest log entry or login is the reference.
 */
export async function lastRunBeforeJump(db: Db, now: number): Promise<number | null> {
  const last = (await readCampaign(db)).retention_seen_at ?? (await newestEvent(db))
  return last !== null && now - last > MAX_GAP_MS ? last : null
}

export async function recordRun(db: Db, now: number): Promise<void> {
  await db.updateTable('campaign').set({ retention_seen_at: now }).execute()
}

async function newestEvent(db: Db): Promise<number | null> {
  const newest = await db
    .selectNoFrom(eb => [
      eb
        .selectFrom('log_state')
        .select(log => log.fn.max('received_at').as('at'))
        .as('state'),
      eb
        .selectFrom('log_page_view')
        .select(log => log.fn.max('received_at').as('at'))
        .as('view'),
      eb
        .selectFrom('login_seen')
        .select(login => login.fn.max('at').as('at'))
        .as('login'),
    ])
    .executeTakeFirstOrThrow()
  const times = Object.values(newest).filter(at => at !== null)
  return times.length > 0 ? Math.max(...times) : null
}
