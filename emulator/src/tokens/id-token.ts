import { assertNever } from '../assert-never.ts'
import type { IdTokenVariant, User } from '../scenario/schema.ts'
import { pictureOf } from '../world/selectors.ts'
import { createSigningKey, type SigningKey } from '../world/signing-key.ts'
import { base64url } from './jwt.ts'

/** The issuer in LINE's ID tokens. */
export const ISSUER = 'https://access.line.me'

type IdTokenClaims = {
  readonly iss: string
  readonly sub: string
  /** Channel ID of the app for which the token is issued. */
  readonly aud: string
  /** Expiry in seconds since 1970. */
  readonly exp: number
  readonly iat: number
  readonly amr: readonly string[]
  readonly name?: string
  readonly picture?: string
  readonly email?: string
}

export type IdTokenRequest = {
  readonly user: User
  readonly channelId: string
  readonly scopes: readonly string[]
  /** Time in milliseconds since 1970. */
  readonly issuedAt: number
  /** Lifetime of the token in seconds. */
  readonly lifetime: number
  readonly variant: IdTokenVariant | null
}

/**
 * Returns the token's claims. Includes name and picture only with the scope `profile`, and the email address
 * only with the scope `email`.
 */
function idTokenClaims(request: Omit<IdTokenRequest, 'variant'>): IdTokenClaims {
  const { user, channelId, scopes, lifetime } = request
  const iat = Math.floor(request.issuedAt / 1000)
  return {
    iss: ISSUER,
    sub: user.userId,
    aud: channelId,
    exp: iat + lifetime,
    iat,
    amr: ['linesso'],
    ...(scopes.includes('profile') ? { name: user.displayName, picture: pictureOf(user) } : {}),
    ...(scopes.includes('email') && user.email !== null ? { email: user.email } : {}),
  }
}

async function signed(key: SigningKey, header: object, payload: string): Promise<string> {
  const text = `${base64url(JSON.stringify(header))}.${base64url(payload)}`
  return `${text}.${base64url(await key.sign(text))}`
}

/** Issues a signed ID token (ES256, as in LIFF). If `variant` is set, the token has that defect. */
export async function issueIdToken(key: SigningKey, request: IdTokenRequest): Promise<string> {
  const claims = idTokenClaims(request)
  const header = { typ: 'JWT', alg: 'ES256', kid: key.kid }
  const token = (change: Partial<IdTokenClaims>) =>
    signed(key, header, JSON.stringify({ ...claims, ...change }))
  const { variant } = request
  switch (variant) {
    case null:
      return token({})
    case 'badAlg':
      return signed(key, { ...header, alg: 'RS256' }, JSON.stringify(claims))
    case 'badKid':
      return signed(key, { ...header, kid: 'unknown' }, JSON.stringify(claims))
    case 'badSig':
      return signed(await createSigningKey(), header, JSON.stringify(claims))
    case 'badIss':
      return token({ iss: 'https://access.example.com' })
    case 'badAud':
      return token({ aud: '9999999999' })
    case 'expired':
      return token({ iat: claims.iat - 7200, exp: claims.iat - 3600 })
    case 'garbage':
      return 'not-a-token'
    case 'badPayload':
      return signed(key, header, 'not json')
    default:
      return assertNever(variant)
  }
}
