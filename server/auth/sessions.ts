import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '#contract/limits.ts'
import { HOUR_MS, isoOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/handler.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import { batched } from '#server/store/batched.ts'
import type { Db } from '#server/store/tables.ts'

const TOKEN_BYTES = 32
/** A session's last use is noted at most this often, in milliseconds: not every read should write. */
const USED_AT_STEP_MS = HOUR_MS

export type NewSession = { readonly id: string; readonly accessToken: string; readonly expiresAt: string }

/** A new session with a token of its own. Only the token's hash is stored. */
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

/** Sessions with their customer, by the hashes of their tokens. */
const sessionRows = (db: Db, hashes: readonly string[]) =>
  db
    .selectFrom('session')
    .innerJoin('customer', 'customer.id', 'session.customer_id')
    .where('session.token_hash', 'in', hashes)
    .select(['session.id', 'session.token_hash', 'session.customer_id', 'session.used_at'])
    .select(['session.expires_at', 'session.revoked_at', 'customer.line_user_id', 'customer.status'])
    .execute()

type SessionRow = Awaited<ReturnType<typeof sessionRows>>[number]
type Look = (tokenHash: string) => Promise<SessionRow | undefined>
const looks = new WeakMap<Db, Look>()

/** Looks sessions up, those of calls that come together in one statement: every call begins with this. */
function sessionsOf(db: Db): Look {
  let look = looks.get(db)
  if (!look) {
    look = batched(
      hash => hash,
      async hashes => {
        const rows = await sessionRows(db, hashes)
        const found = new Map(rows.map(row => [row.token_hash, row]))
        return hashes.map(hash => found.get(hash))
      },
    )
    looks.set(db, look)
  }
  return look
}

/** A session as it was found: `revoked` ones open nothing, but may be told again what ended them. */
export type FoundSession = { readonly state: 'live' | 'revoked'; readonly caller: Caller }

/**
 * The session of an `Authorization` header. Throws UNAUTHORIZED where there is none or it is unknown,
 * SESSION_EXPIRED where it is too old or has not been used for too long.
 */
export async function findSession(db: Db, authorization: string | null, now: number): Promise<FoundSession> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1]
  if (!token) throw new ApiError('UNAUTHORIZED')
  const row = await sessionsOf(db)(sha256Hex(token))
  if (!row) throw new ApiError('UNAUTHORIZED')
  const caller = {
    customerId: row.customer_id,
    lineUserId: row.line_user_id ?? '',
    sessionId: row.id,
    status: row.status === 'registered' ? 'registered' : 'provisional',
  } as const
  if (row.revoked_at !== null || row.status === 'cancelled') return { state: 'revoked', caller }
  if (now >= row.expires_at || now >= row.used_at + SESSION_IDLE_MS) throw new ApiError('SESSION_EXPIRED')
  if (now >= row.used_at + USED_AT_STEP_MS) {
    await db.updateTable('session').set({ used_at: now }).where('id', '=', row.id).execute()
  }
  return { state: 'live', caller }
}

/** Ends one session, or all of the customer's. */
export async function revokeSessions(
  db: Db,
  which: { customerId: string; sessionId?: string },
  now: number,
): Promise<void> {
  let query = db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('customer_id', '=', which.customerId)
    .where('revoked_at', 'is', null)
  if (which.sessionId !== undefined) query = query.where('id', '=', which.sessionId)
  await query.execute()
}
