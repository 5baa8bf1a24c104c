import { STAFF_PIN_CAMPAIGN_TRIES, STAFF_PIN_STORE_TRIES, STAFF_PIN_WINDOW_MS } from '#contract/limits.ts'
import { isRecent } from '#contract/recent.ts'
import type { Db, Tables } from '#server/store/tables.ts'

const CAMPAIGN = 'campaign'
/** The name of a store's row in `wrong_pins`. */
const scopeOfStore = (storeId: number): string => `store:${storeId}`

/** The wrong staff PINs of all customers, in the whole campaign or at one store. */
export type PinCount = {
  readonly scope: string
  /** Null for the whole campaign. */
  readonly storeId: number | null
  readonly failures: number
  readonly limit: number
  /** When the count starts again at zero; null if nothing is counted. */
  readonly until: number | null
}

const limitOf = (scope: string): number =>
  scope === CAMPAIGN ? STAFF_PIN_CAMPAIGN_TRIES : STAFF_PIN_STORE_TRIES

function countOf({ scope, failures, since }: Tables['wrong_pins'], now: number): PinCount {
  const until = since + STAFF_PIN_WINDOW_MS
  const current = failures > 0 && isRecent(since, now, STAFF_PIN_WINDOW_MS)
  return {
    scope,
    storeId: scope === CAMPAIGN ? null : Number(scope.slice(scope.indexOf(':') + 1)),
    failures: current ? failures : 0,
    limit: limitOf(scope),
    until: current ? until : null,
  }
}

export const isExhausted = ({ failures, limit }: PinCount): boolean => failures >= limit

/** Returns the counts with wrong PINs in the current window, the campaign's first. */
export async function pinCounts(db: Db, now: number): Promise<readonly PinCount[]> {
  const rows = await db.selectFrom('wrong_pins').selectAll().orderBy('scope').execute()
  return rows.map(row => countOf(row, now)).filter(({ failures }) => failures > 0)
}

/**
 * Locks and returns the counts that a PIN at this store is limited by: the campaign's, and the store's if there is one.
 * Customers who try PINs at the same time wait for each other here, so together they cannot pass the limit either.
 */
export async function lockPinCounts(
  db: Db,
  storeId: number | null,
  now: number,
): Promise<readonly PinCount[]> {
  const counts: PinCount[] = []
  // Always in this order, so that two transactions cannot wait for each other.
  for (const scope of storeId === null ? [CAMPAIGN] : [CAMPAIGN, scopeOfStore(storeId)]) {
    await db
      .insertInto('wrong_pins')
      .values({ scope, failures: 0, since: now })
      .onConflict(conflict => conflict.column('scope').doNothing())
      .execute()
    // An update that changes nothing takes the row's lock on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
    const row = await db
      .updateTable('wrong_pins')
      .set(eb => ({ failures: eb.ref('failures') }))
      .where('scope', '=', scope)
      .returningAll()
      .executeTakeFirstOrThrow()
    counts.push(countOf(row, now))
  }
  return counts
}

/** Counts one wrong PIN in each of the locked counts. Returns the counts that reached their limit with it. */
export async function countWrongPin(
  db: Db,
  counts: readonly PinCount[],
  now: number,
): Promise<readonly PinCount[]> {
  const counted = counts.map(count => ({
    ...count,
    failures: count.failures + 1,
    until: count.until ?? now + STAFF_PIN_WINDOW_MS,
  }))
  for (const { scope, failures, until } of counted)
    await db
      .updateTable('wrong_pins')
      .set({ failures, since: until - STAFF_PIN_WINDOW_MS })
      .where('scope', '=', scope)
      .execute()
  return counted.filter(isExhausted)
}

/** Sets a store's count to zero, after the store has got a new PIN. The campaign's count stays. */
export async function resetStoreCount(db: Db, storeId: number): Promise<void> {
  await db.deleteFrom('wrong_pins').where('scope', '=', scopeOfStore(storeId)).execute()
}
