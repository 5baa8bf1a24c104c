import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

/**
 * A request with an idempotency key takes effect exactly once. The key's row, the effect and the stored response are
 * written in one transaction:
 * - A retry gets exactly the stored response. A concurrent retry waits for the commit.
 * - The same key with a different payload is rejected, except for fields in `fingerprintOmits`.
 * - A failed request leaves no row, so that it can be repeated after a 500, or after an error whose cause may go away,
 *   such as a receipt number that its owner releases.
 */
export type KeyedRequest = {
  readonly customerId: string
  readonly key: string
  readonly route: string
  readonly fingerprint: string
  /** The fingerprint without the fields in `fingerprintOmits`, which a retry may change. */
  readonly repeatFingerprint: string
  readonly now: number
}

export type KeyedAnswer = { readonly body: string; readonly replayed: boolean }

/** Returns the key in lower case, or null if it is missing. Throws VALIDATION if it is not a UUID. */
export function keyOf(headers: Headers): string | null {
  const given = headers.get('idempotency-key')
  if (given === null) return null
  const key = given.toLowerCase()
  if (!v.is(uuid, key)) throw invalid('Idempotency-Key', 'uuid')
  return key
}

/** Returns the key as written by the client, or null if it is missing or malformed. */
export function validKeyOf(headers: Headers): string | null {
  try {
    return keyOf(headers) === null ? null : headers.get('idempotency-key')
  } catch {
    return null
  }
}

type CallInput = { readonly params: unknown; readonly query: unknown; readonly body: object }

export function fingerprintOf(
  route: string,
  { params, query, body }: CallInput,
  omits: readonly string[] = [],
): string {
  const counted = Object.fromEntries(Object.entries(body).filter(([field]) => !omits.includes(field)))
  return sha256Hex(canonicalJson([route, params, query, counted]))
}

export function runOnce(
  db: Db,
  request: KeyedRequest,
  effect: (trx: Db) => Promise<string>,
): Promise<KeyedAnswer> {
  const { customerId, key, route, fingerprint, now } = request
  const repeatFingerprint = request.repeatFingerprint === fingerprint ? null : request.repeatFingerprint
  return inTransaction(db, async trx => {
    const inserted = await trx
      .insertInto('idempotency')
      .values({
        customer_id: customerId,
        key,
        route,
        fingerprint,
        repeat_fingerprint: repeatFingerprint,
        status: null,
        body: null,
        created_at: now,
      })
      .onConflict(conflict => conflict.columns(['customer_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!inserted) {
      const stored = await storedAnswer(trx, request)
      if (stored === null) throw new Error('found a committed idempotency row without an answer')
      return { body: stored, replayed: true }
    }
    const body = await effect(trx).catch(async error => {
      // This error commits the transaction (to count a wrong PIN), so delete the key's row to allow a retry.
      if (error instanceof ApiError && error.keep) await deleteKey(trx, request)
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

/** Throws IDEMPOTENCY_KEY_REUSED if the key was used with another payload. */
export async function storedAnswer(db: Db, request: KeyedRequest): Promise<string | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'repeat_fingerprint', 'body'])
    .where('customer_id', '=', request.customerId)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (!row) return null
  const isRepeat =
    row.fingerprint === request.fingerprint ||
    (row.repeat_fingerprint ?? row.fingerprint) === request.repeatFingerprint
  if (!isRepeat) throw new ApiError('IDEMPOTENCY_KEY_REUSED')
  return row.body
}

async function deleteKey(db: Db, request: KeyedRequest): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('customer_id', '=', request.customerId)
    .where('key', '=', request.key)
    .execute()
}
