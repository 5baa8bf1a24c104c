import { createRemoteJWKSet, customFetch, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { CLOCK_SKEW_S, ID_TOKEN_MAX_AGE_S } from '#contract/limits.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { LineUser } from './line-user.ts'

const ISSUER = 'https://access.line.me'
const JWKS_URL = new URL('https://api.line.me/oauth2/v2.1/certs')
const JWKS_OPTIONS = { cooldownDuration: 30_000, cacheMaxAge: 600_000, timeoutDuration: 3000 }

/** Header fields by which a token offers a key of its own: keys come from LINE's list alone. */
const KEY_HEADERS = ['jwk', 'jku', 'x5u', 'x5c'] as const

/** Errors that say something of the token; every other one says that LINE's keys could not be had. */
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

type KeySet = ReturnType<typeof createRemoteJWKSet>
const keySets = new WeakMap<ServerDeps['line'], KeySet>()

/** LINE's published keys, fetched once for many logins. */
function keySetOf(line: ServerDeps['line']): KeySet {
  let keys = keySets.get(line)
  if (!keys) {
    keys = createRemoteJWKSet(JWKS_URL, {
      ...JWKS_OPTIONS,
      [customFetch]: (url, init) => line.fetch(new Request(url, init)),
    })
    keySets.set(line, keys)
  }
  return keys
}

/**
 * Who an ID token speaks of: ES256 by one of LINE's keys, from LINE, for this channel alone, not
 * older than an hour. Throws LINE_TOKEN_EXPIRED, LINE_TOKEN_INVALID, or LINE_UNAVAILABLE where LINE's keys cannot
 * be fetched.
 */
export async function verifyIdToken(
  { line, clock }: Pick<ServerDeps, 'line' | 'clock'>,
  idToken: string,
): Promise<LineUser> {
  try {
    const header = decodeProtectedHeader(idToken)
    if (typeof header.kid !== 'string' || KEY_HEADERS.some(name => name in header)) {
      throw new ApiError('LINE_TOKEN_INVALID')
    }
    const { payload } = await jwtVerify(idToken, keySetOf(line), {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: line.channelId,
      clockTolerance: CLOCK_SKEW_S,
      maxTokenAge: ID_TOKEN_MAX_AGE_S,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: new Date(clock.now()),
    })
    // The library also accepts a list that contains the channel; LINE issues a token for one channel.
    if (payload.aud !== line.channelId || typeof payload.sub !== 'string') {
      throw new ApiError('LINE_TOKEN_INVALID')
    }
    return {
      lineUserId: payload.sub,
      displayName: textOrNull(payload.name),
      pictureUrl: textOrNull(payload.picture),
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof errors.JWTExpired) return new ApiError('LINE_TOKEN_EXPIRED')
  // What the library throws for a text that is no JWT at all.
  const noToken = error instanceof TypeError && /Token|Header/.test(error.message)
  if (noToken || tokenErrors.some(kind => error instanceof kind)) return new ApiError('LINE_TOKEN_INVALID')
  return new ApiError('LINE_UNAVAILABLE', { cause: error })
}
