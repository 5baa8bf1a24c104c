import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { CLOCK_SKEW_S, ID_TOKEN_MAX_AGE_S } from '#contract/limits.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import { lineKeys } from './line-keys.ts'
import type { LineUser } from './line-user.ts'

const ISSUER = 'https://access.line.me'

/** JWT header fields that could supply the token's own key. Only LINE's published keys are accepted. */
const KEY_HEADERS = ['jwk', 'jku', 'x5u', 'x5c'] as const

/** Any other error means that LINE's keys could not be fetched. */
const tokenErrors = [
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
]

/**
 * Verifies that LINE signed the token with ES256 and issued it only for this channel within the last hour. Throws
 * LINE_TOKEN_EXPIRED, LINE_TOKEN_INVALID, or LINE_UNAVAILABLE if LINE's keys cannot be fetched.
 */
export async function verifyIdToken(
  deps: Pick<ServerDeps, 'line' | 'clock' | 'log'>,
  idToken: string,
): Promise<LineUser> {
  const { line, clock } = deps
  try {
    const header = decodeProtectedHeader(idToken)
    const isIdToken = header.typ === undefined || header.typ.toUpperCase() === 'JWT'
    if (!isIdToken || typeof header.kid !== 'string' || KEY_HEADERS.some(name => name in header)) {
      throw new ApiError('LINE_TOKEN_INVALID')
    }
    const { payload } = await jwtVerify(idToken, lineKeys(deps), {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: line.channelId,
      clockTolerance: CLOCK_SKEW_S,
      maxTokenAge: ID_TOKEN_MAX_AGE_S,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(clock.now()),
    })
    // jose also accepts an audience list that contains the channel, but LINE issues a token for exactly one channel.
    if (payload.aud !== line.channelId || typeof payload.sub !== 'string') {
      throw new ApiError('LINE_TOKEN_INVALID')
    }
    return {
      lineUserId: payload.sub,
      displayName: textOrNull(payload.name),
      pictureUrl: textOrNull(payload.picture),
    }
  } catch (error) {
    throw asApiError(error)
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof errors.JWTExpired) return new ApiError('LINE_TOKEN_EXPIRED')
  // jose throws a TypeError if the token is not a JWT at all.
  const notAJwt = error instanceof TypeError && /Token|Header/.test(error.message)
  if (notAJwt || tokenErrors.some(kind => error instanceof kind)) return new ApiError('LINE_TOKEN_INVALID')
  return new ApiError('LINE_UNAVAILABLE', { cause: error })
}
