import { DAY_MS } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import type { Db } from '#server/store/tables.ts'

/** Retention looks once a day; after longer than this without a look the clock is doubted, in milliseconds. */
export const MAX_GAP_MS = 14 * DAY_MS

/**
 * Since when nobody has looked, where a moment (milliseconds) is too far ahead of that to be believed; null where it
 * may be believed. A machine's clock that jumps ahead would have everything forgotten before its time, and what
 * customers do meanwhile is recorded at the wrong moment too: so the moment is held against the last look alone. Only
 * a database that retention has never looked at has nothing better than its newest log entry or login.
 */
export async function lastRunBeforeJump(db: Db, now: number): Promise<number | null> {
  const last = (await readCampaign(db)).retention_seen_at ?? (await newestEvent(db))
  return last !== null && now - last > MAX_GAP_MS ? last : null
}

/** Notes that a moment is believed. */
export async function believe(db: Db, now: number): Promise<void> {
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
  const moments = Object.values(newest).filter(at => at !== null)
  return moments.length > 0 ? Math.max(...moments) : null
}
