import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Channel = Tables['message_channel']

/** Delay after the first failure, doubled for each further failure, and the longest delay, in milliseconds. */
const FIRST_DELAY_MS = 5000
const LONGEST_DELAY_MS = 5 * MINUTE_MS
/** How long sending pauses if LINE refuses the token. A restart with another token ends the pause. */
const TOKEN_PAUSE_MS = HOUR_MS

/** Turns LINE messages on or off for all processes, as the settings say. Turning on ends a pause. */
export async function setMessaging(db: Db, isOn: boolean): Promise<void> {
  if (!isOn) {
    await db.deleteFrom('message_channel').execute()
    return
  }
  const fresh = { paused_until: null, pause_reason: null, failures: 0 }
  await db
    .insertInto('message_channel')
    .values({ id: 'line', ...fresh, quota_limit: null, quota_used: null, quota_at: null })
    .onConflict(conflict => conflict.column('id').doUpdateSet(fresh))
    .execute()
}

/** Returns the state of LINE messages; undefined if they are off. */
export const readChannel = (db: Db): Promise<Channel | undefined> =>
  db.selectFrom('message_channel').selectAll().executeTakeFirst()

/**
 * Pauses sending for all processes and returns for how long, in milliseconds. `retryAfterMs` is what LINE asked for; null for
 * a delay that grows with each failure.
 */
export async function pauseChannel(
  db: Db,
  pause: { readonly reason: NonNullable<Channel['pause_reason']>; readonly retryAfterMs: number | null },
  now: number,
): Promise<number> {
  const failures = ((await readChannel(db))?.failures ?? 0) + 1
  const growing = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 10))
  const delay = pause.reason === 'token' ? TOKEN_PAUSE_MS : (pause.retryAfterMs ?? growing)
  await db
    .updateTable('message_channel')
    .set({ paused_until: now + delay, pause_reason: pause.reason, failures })
    .execute()
  return delay
}

/** Records that LINE accepts messages again. */
export async function resumeChannel(db: Db): Promise<void> {
  await db
    .updateTable('message_channel')
    .set({ paused_until: null, pause_reason: null, failures: 0 })
    .where('failures', '>', 0)
    .execute()
}
