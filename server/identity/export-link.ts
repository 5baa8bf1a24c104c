import { createHmac, timingSafeEqual } from 'node:crypto'
import { EXPORT_LINK_MS } from '#contract/limits.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'

/**
 * A link contains the session id, the expiry (milliseconds since 1970) and a signature of both. The signing key is the
 * hash of the session's token, so a link expires with its session and needs no row.
 */
const LINK = /^([0-9a-f-]{36})\.(\d{13})\.([\w-]{43})$/

type Link = { readonly text: string; readonly expiresAt: number }

export async function createExportLink(db: Db, sessionId: string, now: number): Promise<Link> {
  const session = await liveSessions(db, now).where('id', '=', sessionId).executeTakeFirst()
  if (!session) throw new ApiError('UNAUTHORIZED')
  const expiresAt = now + EXPORT_LINK_MS
  return { text: `${sessionId}.${expiresAt}.${sign(session.token_hash, sessionId, expiresAt)}`, expiresAt }
}

/** Returns the customer's id, or null if the link is invalid or expired. */
export async function customerOfExportLink(db: Db, text: string, now: number): Promise<string | null> {
  const [, sessionId = '', expires = '', signature = ''] = LINK.exec(text) ?? []
  const expiresAt = Number(expires)
  if (now >= expiresAt) return null
  const session = await liveSessions(db, now).where('id', '=', sessionId).executeTakeFirst()
  if (!session) return null
  const right = sign(session.token_hash, sessionId, expiresAt)
  return timingSafeEqual(Buffer.from(right), Buffer.from(signature)) ? session.customer_id : null
}

const liveSessions = (db: Db, now: number) =>
  db
    .selectFrom('session')
    .select(['token_hash', 'customer_id'])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

const sign = (tokenHash: string, sessionId: string, expiresAt: number): string =>
  createHmac('sha256', tokenHash).update(`export ${sessionId} ${expiresAt}`).digest('base64url')
