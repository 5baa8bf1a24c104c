import { STAFF_PIN_CAMPAIGN_TRIES, STAFF_PIN_STORE_TRIES, STAFF_PIN_WINDOW_MS } from '#contract/limits.ts'
import { isRecent } from '#contract/recent.ts'
import type { Db, Tables } from '#server/store/tables.ts'

const CAMPAIGN = 'campaign'
const PERSON = 'person:'
/** Counts the wrong numbers that a staff member has typed instead of scanning codes. */
export const scopeOfPerson = (personId: string): string => PERSON + personId
const scopeOfStore = (storeId: number): string => `store:${storeId}`

export type PinCount = {
  readonly scope: string
  readonly storeId: number | null
  readonly failures: number
  readonly limit: number
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

export async function pinCounts(db: Db, now: number): Promise<readonly PinCount[]> {
  const rows = await db
    .selectFrom('wrong_pins')
    .selectAll()
    .where('scope', 'not like', `${PERSON}%`)
    .orderBy('scope')
    .execute()
  return rows.map(row => countOf(row, now)).filter(({ failures }) => failures > 0)
}

/** Locks the counts, so that concurrent attempts together cannot exceed a limit. */
export async function lockPinCounts(
  db: Db,
  storeId: number | null,
  now: number,
): Promise<readonly PinCount[]> {
  const counts: PinCount[] = []
  // The fixed order prevents deadlocks.
  for (const scope of storeId === null ? [CAMPAIGN] : [CAMPAIGN, scopeOfStore(storeId)]) {
    await db
      .insertInto('wrong_pins')
      .values({ scope, failures: 0, since: now })
      .onConflict(conflict => conflict.column('scope').doNothing())
      .execute()
    // A no-op update locks the row on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
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

/** Returns the counts that have just reached their limit. */
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

export async function resetStoreCount(db: Db, storeId: number): Promise<void> {
  await db.deleteFrom('wrong_pins').where('scope', '=', scopeOfStore(storeId)).execute()
}
