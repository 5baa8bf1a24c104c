import { sql } from 'kysely'
import { sha256Hex } from '#server/hash.ts'
import { type RateLimit, rateLimited } from '#server/http/rate-limit.ts'
import type { Db } from './tables.ts'

const MINUTE_MS = 60_000

/** Addresses and LINE ids stand in the table as their hash only. */
const hashed = (key: string): string => sha256Hex(key).slice(0, 32)

/**
 * Buckets in the database, for several processes. A row says when its bucket will be full again (`updated_at`): each
 * call moves that moment on by one token's time, and is refused where it would lie more than a minute ahead. One
 * statement does both, so that two processes cannot take the same token.
 */
export function sharedRateLimit(db: Db, clock: { now(): number }): RateLimit {
  return {
    async take(key, perMinute) {
      const now = clock.now()
      const step = Math.ceil(MINUTE_MS / perMinute)
      // Further ahead than any bucket can be: written by a clock that has been put back since.
      const lost = now + 2 * MINUTE_MS
      const full = sql<number>`(case when rate_bucket.updated_at > ${now} and rate_bucket.updated_at <= ${lost}
        then rate_bucket.updated_at else ${now} end)`
      const row = { key: hashed(key), tokens: perMinute, updated_at: now + step }
      const taken = await db
        .insertInto('rate_bucket')
        .values(row)
        .onConflict(conflict =>
          conflict
            .column('key')
            .doUpdateSet({ tokens: perMinute, updated_at: sql<number>`${full} + ${step}` })
            .where(eb =>
              eb.or([
                eb('rate_bucket.updated_at', '<=', now + MINUTE_MS - step),
                eb('rate_bucket.updated_at', '>', lost),
              ]),
            ),
        )
        .returning('key')
        .executeTakeFirst()
      if (taken) return
      const bucket = await db
        .selectFrom('rate_bucket')
        .select('updated_at')
        .where('key', '=', row.key)
        .executeTakeFirst()
      throw rateLimited((bucket?.updated_at ?? now) + step - now - MINUTE_MS)
    },
  }
}

/** Drops buckets that are full again. */
export async function dropFullBuckets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_bucket').where('updated_at', '<=', now).execute()
}
