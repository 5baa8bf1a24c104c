import { sql } from 'kysely'
import { isWaiting } from '#contract/recent.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import { backoffAfter } from '#server/store/leased.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Channel = Tables['message_channel']

const DELAYS = { firstMs: 5000, longestMs: 5 * MINUTE_MS }
/** How long sending pauses if LINE rejects the token. */
const TOKEN_PAUSE_MS = HOUR_MS
/** LINE may ask for a longer pause, but a retry key expires after a day. */
export const LONGEST_PAUSE_MS = 6 * HOUR_MS

/**
 * Turns LINE messages on or off for all processes. Only a new access token ends a pause; otherwise a server in a crash
 * loop would ignore LINE's delays.
 */
export async function setMessaging(db: Db, isOn: boolean, accessToken = ''): Promise<void> {
  if (!isOn) {
    await db.deleteFrom('message_channel').execute()
    return
  }
  const fresh = { paused_until: null, pause_reason: null, failures: 0, token_sha256: sha256Hex(accessToken) }
  await db
    .insertInto('message_channel')
    .values({ id: 'line', ...fresh, quota_limit: null, quota_used: null, quota_at: null })
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet(fresh)
        .where(eb =>
          eb.or([
            eb('message_channel.token_sha256', 'is', null),
            eb('message_channel.token_sha256', '<>', fresh.token_sha256),
          ]),
        ),
    )
    .execute()
}

export const readChannel = (db: Db): Promise<Channel | undefined> =>
  db.selectFrom('message_channel').selectAll().executeTakeFirst()

/** Returns the pause in milliseconds. It grows exponentially if `retryAfterMs` is null. */
export async function pauseChannel(
  db: Db,
  pause: { readonly reason: NonNullable<Channel['pause_reason']>; readonly retryAfterMs: number | null },
  now: number,
): Promise<number> {
  const counted = await db
    .updateTable('message_channel')
    .set(eb => ({ failures: eb('failures', '+', 1) }))
    .returning('failures')
    .executeTakeFirst()
  const growing = backoffAfter(counted?.failures ?? 1, DELAYS)
  const delay = pause.reason === 'token' ? TOKEN_PAUSE_MS : (pause.retryAfterMs ?? growing)
  // Do not shorten a longer pause set by another process.
  await db
    .updateTable('message_channel')
    .set({ paused_until: now + delay, pause_reason: pause.reason })
    .where(eb =>
      eb.or([eb('paused_until', 'is', null), eb('paused_until', '<', now + delay), isImpossible(now)]),
    )
    .execute()
  return delay
}

/** A pause this long was stored while the server's clock was wrong. */
const isImpossible = (now: number) => sql<boolean>`paused_until > ${now + LONGEST_PAUSE_MS}`

export const isPausedAt = ({ paused_until }: Pick<Channel, 'paused_until'>, now: number): boolean =>
  paused_until !== null && isWaiting(paused_until, now, LONGEST_PAUSE_MS)

/** Does not end a pause that is still running, because it began after the accepted request was sent. */
export async function resumeChannel(db: Db, now: number): Promise<void> {
  await db
    .updateTable('message_channel')
    .set({ paused_until: null, pause_reason: null, failures: 0 })
    .where('failures', '>', 0)
    .where(eb => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now), isImpossible(now)]))
    .execute()
}

export async function isPaused(db: Db, now: number): Promise<boolean> {
  const channel = await readChannel(db)
  return !channel || isPausedAt(channel, now)
}
