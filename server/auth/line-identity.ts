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
 * `tokenHash` is the first 8 bytes of the token's SHA-256 in hexadecimal, stored to detect reuse. It does not cover an
 * ID token's signature, because every ECDSA signature has a second valid form.
 */
export type ProvenIdentity = LineUser & { readonly tokenHash: string }

/** Verifies a LINE token and returns its user. `lineUserId` alone proves nothing; it must match the token. */
export async function proveIdentity(
  deps: Pick<ServerDeps, 'line' | 'clock' | 'log'>,
  claim: Claim,
  limit: RateLimit['take'],
): Promise<ProvenIdentity> {
  const token = claim.idToken ?? claim.lineAccessToken
  if (token === undefined) throw new ApiError('LINE_TOKEN_REQUIRED')
  // jose ignores whitespace, so the same token could have any number of hashes.
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
