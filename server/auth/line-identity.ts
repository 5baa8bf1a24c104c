import * as v from 'valibot'
import { lineUserId as lineUserIdSchema } from '#contract/schema/customer.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import { sha256Hex } from '#server/hash.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { verifyAccessToken } from './line-access-token.ts'
import { verifyIdToken } from './line-token.ts'
import type { LineUser } from './line-user.ts'

/** Header, payload and signature of a JWT in base64url (RFC 7515, section 7.1). */
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/

type Claim = {
  readonly lineUserId: string
  readonly idToken?: string | undefined
  readonly lineAccessToken?: string | undefined
}

/**
 * `tokenHash`: the first 8 bytes of the token's SHA-256 in hexadecimal. The table `login_seen` stores it, so
 * that reuse of a token can be noticed. An ID token is hashed without its signature: each ECDSA signature has a second
 * valid form, which would give the same token another hash.
 */
export type ProvenIdentity = LineUser & { readonly tokenHash: string }

/**
 * Verifies the LINE token of a sign-in form and returns its user. The form's `lineUserId` proves nothing on
 * its own: it must equal the user id in the token. Throws LINE_TOKEN_REQUIRED, LINE_USER_MISMATCH, and the
 * errors of the token verification.
 */
export async function proveIdentity(
  deps: Pick<ServerDeps, 'line' | 'clock' | 'log'>,
  claim: Claim,
  limit: RateLimit['take'],
): Promise<ProvenIdentity> {
  const token = claim.idToken ?? claim.lineAccessToken
  if (token === undefined) throw new ApiError('LINE_TOKEN_REQUIRED')
  // jose ignores whitespace in a token, with which the same token would have any number of hashes.
  if (claim.idToken !== undefined && !COMPACT_JWS.test(claim.idToken))
    throw new ApiError('LINE_TOKEN_INVALID')
  const identity =
    claim.idToken === undefined
      ? await verifyAccessToken(deps, token, limit)
      : await verifyIdToken(deps, claim.idToken)
  if (!v.is(lineUserIdSchema, identity.lineUserId)) throw new ApiError('LINE_TOKEN_INVALID')
  if (identity.lineUserId !== claim.lineUserId) throw new ApiError('LINE_USER_MISMATCH')
  const hashed = claim.idToken === undefined ? token : token.slice(0, token.lastIndexOf('.'))
  return { ...identity, tokenHash: sha256Hex(hashed).slice(0, 16) }
}
