import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

/**
 * Exactly once. The key's row, the effect and the stored answer are one transaction:
 * - a repeat gets the stored answer, byte for byte; a second request meanwhile waits for the first one's commit;
 * - the same key with another payload is refused;
 * - what fails leaves no row: neither a 500, after which a repeat is right, nor a refusal, whose cause may go away
 *   (a receipt number freed by its owner, a question opened again). Nothing was done, so nothing can double.
 */
export type KeyedRequest = {
  readonly customerId: string
  readonly key: string
  readonly route: string
  readonly fingerprint: string
  readonly now: number
}

export type KeyedAnswer = { readonly body: string; readonly replayed: boolean }

/** The key of a request, in lower case; null without one. Throws VALIDATION where it is no UUID. */
export function keyOf(headers: Headers): string | null {
  const given = headers.get('idempotency-key')
  if (given === null) return null
  const key = given.toLowerCase()
  if (!v.is(uuid, key)) throw invalid('Idempotency-Key', 'uuid')
  return key
}

/** What makes two requests the same: the call and what was validated of it. */
export function fingerprintOf(route: string, params: unknown, query: unknown, body: unknown): string {
  return sha256Hex(canonicalJson([route, params, query, body]))
}

/** Runs the effect once for the key, or gives the answer that it gave before. */
export function runOnce(
  db: Db,
  request: KeyedRequest,
  effect: (trx: Db) => Promise<string>,
): Promise<KeyedAnswer> {
  const { customerId, key, route, fingerprint, now } = request
  return inTransaction(db, async trx => {
    const inserted = await trx
      .insertInto('idempotency')
      .values({ customer_id: customerId, key, route, fingerprint, status: null, body: null, created_at: now })
      .onConflict(conflict => conflict.columns(['customer_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!inserted) {
      const stored = await storedAnswer(trx, request)
      if (stored === null) throw new Error('An idempotency row without an answer was committed.')
      return { body: stored, replayed: true }
    }
    const body = await effect(trx).catch(async error => {
      // A refusal whose work stays (a wrong PIN is counted) is committed: its key must be free for a repeat.
      if (error instanceof ApiError && error.keep) await forget(trx, request)
      throw error
    })
    await trx
      .updateTable('idempotency')
      .set({ status: 200, body })
      .where('customer_id', '=', customerId)
      .where('key', '=', key)
      .execute()
    return { body, replayed: false }
  })
}

/** The answer kept under a key; null where there is none. Throws IDEMPOTENCY_KEY_REUSED for another payload. */
export async function storedAnswer(db: Db, request: KeyedRequest): Promise<string | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'body'])
    .where('customer_id', '=', request.customerId)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (!row) return null
  if (row.fingerprint !== request.fingerprint) throw new ApiError('IDEMPOTENCY_KEY_REUSED')
  return row.body
}

async function forget(db: Db, request: KeyedRequest): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('customer_id', '=', request.customerId)
    .where('key', '=', request.key)
    .execute()
}
