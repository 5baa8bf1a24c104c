import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import { batched } from '#server/store/batched.ts'
import type { Db } from '#server/store/tables.ts'
import { type RateLimit, rateLimited } from './rate-limit.ts'

/** Addresses and LINE ids stand in the table as their hash only. */
const hashed = (key: string): string => sha256Hex(key).slice(0, 32)

type Take = { readonly key: string; readonly perMinute: number }

/**
 * Buckets in the database, for several processes. A row says when its bucket will be full again (`updated_at`): each
 * call moves that moment on by one token's time, and is refused where it would lie more than a minute ahead. One
 * statement does both, for all calls that come together, so that two processes cannot take the same token.
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

/** For each: null where a token was taken, else how long until there is one. Keys differ. */
async function takeAll(db: Db, takes: readonly Take[], now: number): Promise<(number | null)[]> {
  // Further ahead than any bucket can be: written by a clock that has been put back since.
  const lost = now + 2 * MINUTE_MS
  const full = sql<number>`(case when rate_bucket.updated_at > ${now} and rate_bucket.updated_at <= ${lost}
    then rate_bucket.updated_at else ${now} end)`
  const step = sql<number>`(excluded.updated_at - ${now})`
  // In one order everywhere: two processes with keys in common would otherwise wait for each other.
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

/** Drops buckets that are full again. */
export async function dropFullBuckets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('rate_bucket').where('updated_at', '<=', now).execute()
}
