import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import { batched } from '#server/store/batched.ts'
import type { Db } from '#server/store/tables.ts'
import { type RateLimit, rateLimited } from './rate-limit.ts'

/** Hashed to keep IP addresses and LINE ids out of the table. */
const hashed = (key: string): string => sha256Hex(key).slice(0, 32)

type Take = { readonly key: string; readonly perMinute: number }

/**
 * A rate limit in the database, shared by several processes. `updated_at` is when the bucket will be full again. Each
 * call adds the refill time of one token, and is rejected if the result is more than a minute in the future. One
 * statement checks and updates the row, so no token can be taken twice.
 */
export function sharedRateLimit(db: Db, clock: { now(): number }): RateLimit {
  const take = batched(
    ({ key }: Take) => key,
    takes => takeAll(db, takes, clock.now()),
  )
  return {
    async take(key, perMinute) {
      const waitMs = await take({ key: hashed(key), perMinute })
      if (waitMs !== null) throw rateLimited(waitMs)
    },
  }
}

const stepOf = ({ perMinute }: Take): number => Math.ceil(MINUTE_MS / perMinute)

/** Returns null for each taken token, otherwise the milliseconds until one is available. Keys must be unique. */
async function takeAll(db: Db, takes: readonly Take[], now: number): Promise<(number | null)[]> {
  // A later time means that the clock has been set back.
  const lost = now + 2 * MINUTE_MS
  const full = sql<number>`(case when rate_bucket.updated_at > ${now} and rate_bucket.updated_at <= ${lost}
    then rate_bucket.updated_at else ${now} end)`
  const step = sql<number>`(excluded.updated_at - ${now})`
  // Sort the rows: two processes that lock the same rows in different orders would deadlock.
  const rows = takes
    .map(one => ({ key: one.key, tokens: one.perMinute, updated_at: now + stepOf(one) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const taken = await db
    .insertInto('rate_bucket')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({ tokens: sql<number>`excluded.tokens`, updated_at: sql<number>`${full} + ${step}` })
        .where(eb =>
          eb.or([
            eb('rate_bucket.updated_at', '<=', sql<number>`${now + MINUTE_MS} - ${step}`),
            eb('rate_bucket.updated_at', '>', lost),
          ]),
        ),
    )
    .returning('key')
    .execute()
  const keys = new Set(taken.map(row => row.key))
  const empty = takes.filter(one => !keys.has(one.key)).map(one => one.key)
  const buckets = new Map((await bucketsOf(db, empty)).map(row => [row.key, row.updated_at]))
  return takes.map(one =>
    keys.has(one.key) ? null : (buckets.get(one.key) ?? now) + stepOf(one) - now - MINUTE_MS,
  )
}

async function bucketsOf(db: Db, keys: readonly string[]) {
  if (keys.length === 0) return []
  return db.selectFrom('rate_bucket').select(['key', 'updated_at']).where('key', 'in', keys).execute()
}

export async function dropFullBuckets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_bucket').where('updated_at', '<=', now).execute()
}
