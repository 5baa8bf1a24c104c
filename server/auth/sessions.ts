import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '#contract/limits.ts'
import { HOUR_MS, isoOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/handler.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import { batched } from '#server/store/batched.ts'
import type { Db } from '#server/store/tables.ts'
import { touchLater } from '#server/store/touch.ts'

const TOKEN_BYTES = 32
/** Minimum time between updates of `used_at`, so that not every read causes a write. */
const USED_AT_STEP_MS = HOUR_MS

export type NewSession = { readonly id: string; readonly accessToken: string; readonly expiresAt: string }

/** Stores only a hash of the new token. */
export async function createSession(
  db: Db,
  customerId: string,
  { now, random }: { now: number; random: Random },
): Promise<NewSession> {
  const accessToken = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
  const id = uuidv7(now, random.bytes(16))
  const expires = now + SESSION_ABSOLUTE_MS
  await db
    .insertInto('session')
    .values({
      id,
      token_hash: sha256Hex(accessToken),
      customer_id: customerId,
      created_at: now,
      used_at: now,
      expires_at: expires,
      revoked_at: null,
    })
    .execute()
  return { id, accessToken, expiresAt: isoOf(expires) }
}

export async function endPresentedSession(db: Db, authorization: string | null, now: number): Promise<void> {
  const token = bearerTokenOf(authorization)
  if (token === null) return
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('token_hash', '=', sha256Hex(token))
    .where('revoked_at', 'is', null)
    .execute()
}

export const sessionRows = (db: Db, hashes: readonly string[]) =>
  db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .leftJoin('block', 'block.customer_id', 'session.customer_id')
    .where('session.token_hash', 'in', hashes)
    .select(['session.id', 'session.token_hash', 'session.customer_id', 'session.used_at'])
    .select(['session.expires_at', 'session.revoked_at', 'customer.line_user_id', 'customer.status'])
    .select('block.blocked_at')
    .execute()

type SessionRow = Awaited<ReturnType<typeof sessionRows>>[number]
type Lookup = (tokenHash: string) => Promise<SessionRow | undefined>
const lookups = new WeakMap<Db, Lookup>()

/** Every call looks up a session, so concurrent lookups share one SQL statement. */
function sessionLookup(db: Db): Lookup {
  let lookup = lookups.get(db)
  if (!lookup) {
    lookup = batched(
      hash => hash,
      async hashes => {
        const rows = await sessionRows(db, hashes)
        const found = new Map(rows.map(row => [row.token_hash, row]))
        return hashes.map(hash => found.get(hash))
      },
    )
    lookups.set(db, lookup)
  }
  return lookup
}

/** A `revoked` session can only repeat the call that revoked it. */
export type FoundSession = { readonly state: 'live' | 'revoked'; readonly caller: Caller }

export const bearerTokenOf = (authorization: string | null): string | null =>
  /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1] ?? null

/** Throws UNAUTHORIZED for a missing or unknown token, and SESSION_EXPIRED for an old one. */
export async function findSession(db: Db, authorization: string | null, now: number): Promise<FoundSession> {
  const token = bearerTokenOf(authorization)
  if (token === null) throw new ApiError('UNAUTHORIZED')
  const row = await sessionLookup(db)(sha256Hex(token))
  if (!row) throw new ApiError('UNAUTHORIZED')
  const caller = {
    customerId: row.customer_id,
    lineUserId: row.line_user_id ?? '',
    sessionId: row.id,
    sessionExpiresAt: row.expires_at,
    status: row.status === 'registered' ? 'registered' : 'provisional',
  } as const
  // A sign-in during a block or a cancellation can leave a session that was not revoked.
  if (row.revoked_at !== null || row.status === 'cancelled' || row.blocked_at !== null)
    return { state: 'revoked', caller }
  if (now >= row.expires_at || now >= row.used_at + SESSION_IDLE_MS) throw new ApiError('SESSION_EXPIRED')
  if (now >= row.used_at + USED_AT_STEP_MS) touchLater(db, 'session', row.id, now)
  return { state: 'live', caller }
}

/**
 * Throws UNAUTHORIZED if, since the call arrived, the session was revoked or its customer was blocked. `lock`
 * (PostgreSQL only) prevents both until the end of the transaction.
 */
export async function requireNotRevoked(
  db: Db,
  { sessionId }: Pick<Caller, 'sessionId'>,
  { lock }: { readonly lock: boolean },
): Promise<void> {
  const live = await db
    .selectFrom('session')
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where('session.revoked_at', 'is', null)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('block')
            .select('block.customer_id')
            .whereRef('block.customer_id', '=', 'session.customer_id'),
        ),
      ),
    )
    .$if(lock, query => query.forShare())
    .executeTakeFirst()
  if (!live) throw new ApiError('UNAUTHORIZED')
}

/** Without `sessionId`, revokes all of the customer's sessions. Returns the number of revoked sessions. */
export async function revokeSessions(
  db: Db,
  which: { customerId: string; sessionId?: string },
  now: number,
): Promise<number> {
  let query = db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('customer_id', '=', which.customerId)
    .where('revoked_at', 'is', null)
  if (which.sessionId !== undefined) query = query.where('id', '=', which.sessionId)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}
