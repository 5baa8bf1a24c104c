import * as v from 'valibot'
import { lineUserId as lineUserIdSchema } from '#contract/schema/customer.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import { sha256Hex } from '#server/hash.ts'
import { verifyAccessToken } from './line-access-token.ts'
import { verifyIdToken } from './line-token.ts'
import type { LineUser } from './line-user.ts'

type Claim = {
  readonly lineUserId: string
  readonly idToken?: string | undefined
  readonly lineAccessToken?: string | undefined
}

/**
 * `tokenHash`: the first 8 bytes of the token's SHA-256 in hexadecimal. The table `login_seen` stores it, so
 * that reuse of a token can be noticed.
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
): Promise<ProvenIdentity> {
  const token = claim.idToken ?? claim.lineAccessToken
  if (token === undefined) throw new ApiError('LINE_TOKEN_REQUIRED')
  const identity =
    claim.idToken === undefined
      ? await verifyAccessToken(deps.line, token)
      : await verifyIdToken(deps, claim.idToken)
  if (!v.is(lineUserIdSchema, identity.lineUserId)) throw new ApiError('LINE_TOKEN_INVALID')
  if (identity.lineUserId !== claim.lineUserId) throw new ApiError('LINE_USER_MISMATCH')
  return { ...identity, tokenHash: sha256Hex(token).slice(0, 16) }
}
