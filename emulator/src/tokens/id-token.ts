import { createHmac } from 'node:crypto'
import { assertNever } from '../assert-never.ts'
import type { IdTokenVariant, User } from '../scenario/schema.ts'
import { pictureOf } from '../world/selectors.ts'
import { createSigningKey, type SigningKey } from '../world/signing-key.ts'
import type { WebLogin } from '../world/state.ts'
import { base64url } from './jwt.ts'

export const ISSUER = 'https://access.line.me'

type IdTokenClaims = {
  readonly iss: string
  readonly sub: string
  readonly aud: string
  /** In seconds since 1970. */
  readonly exp: number
  readonly iat: number
  /** In seconds since 1970. */
  readonly auth_time?: number
  readonly nonce?: string
  readonly amr: readonly string[]
  readonly name?: string
  readonly picture?: string
  readonly email?: string
}

export type IdTokenRequest = {
  readonly user: User
  readonly channelId: string
  readonly scopes: readonly string[]
  /** In ms since 1970. */
  readonly issuedAt: number
  /** In seconds. */
  readonly lifetime: number
  readonly variant: IdTokenVariant | null
  /** Missing for LIFF logins. */
  readonly web?: WebLogin
}

function idTokenClaims(request: Omit<IdTokenRequest, 'variant'>): IdTokenClaims {
  const { user, channelId, scopes, lifetime, web } = request
  const iat = Math.floor(request.issuedAt / 1000)
  return {
    iss: ISSUER,
    sub: user.userId,
    aud: channelId,
    exp: iat + lifetime,
    iat,
    ...(web?.authTime === undefined ? {} : { auth_time: Math.floor(web.authTime / 1000) }),
    ...(web?.nonce === undefined ? {} : { nonce: web.nonce }),
    amr: [web?.amr ?? 'linesso'],
    ...(scopes.includes('profile') ? { name: user.displayName, picture: pictureOf(user) } : {}),
    ...(scopes.includes('email') && user.email !== null ? { email: user.email } : {}),
  }
}

export type IdTokenSigner = {
  readonly header: { readonly alg: 'ES256' | 'HS256'; readonly kid?: string }
  readonly sign: (text: string) => Uint8Array | Promise<Uint8Array>
  /** Signs with a different key, so that the signature is invalid. */
  readonly forge: (text: string) => Uint8Array | Promise<Uint8Array>
}

export function es256(key: SigningKey): IdTokenSigner {
  const forge = async (text: string) => (await createSigningKey()).sign(text)
  return { header: { alg: 'ES256', kid: key.kid }, sign: key.sign, forge }
}

export function hmac(secret: string, text: string): Uint8Array {
  return createHmac('sha256', secret).update(text).digest()
}

/** Signs with the channel secret, as for web logins. */
export function hs256(secret: string): IdTokenSigner {
  return {
    header: { alg: 'HS256' },
    sign: text => hmac(secret, text),
    forge: text => hmac(`not ${secret}`, text),
  }
}

async function signed(sign: IdTokenSigner['sign'], header: object, payload: string): Promise<string> {
  const text = `${base64url(JSON.stringify(header))}.${base64url(payload)}`
  return `${text}.${base64url(await sign(text))}`
}

export async function issueIdToken(signer: IdTokenSigner, request: IdTokenRequest): Promise<string> {
  const claims = idTokenClaims(request)
  const header = { typ: 'JWT', ...signer.header }
  const payload = JSON.stringify(claims)
  const token = (change: Partial<IdTokenClaims>) =>
    signed(signer.sign, header, JSON.stringify({ ...claims, ...change }))
  const { variant } = request
  switch (variant) {
    case null:
      return token({})
    case 'badAlg':
      return signed(signer.sign, { ...header, alg: 'RS256' }, payload)
    case 'badKid':
      return signed(signer.sign, { ...header, kid: 'unknown' }, payload)
    case 'badSig':
      return signed(signer.forge, header, payload)
    case 'badIss':
      return token({ iss: 'https://access.example.com' })
    case 'badAud':
      return token({ aud: '9999999999' })
    case 'expired':
      return token({ iat: claims.iat - 7200, exp: claims.iat - 3600 })
    case 'garbage':
      return 'not-a-token'
    case 'badPayload':
      return signed(signer.sign, header, 'not json')
    default:
      return assertNever(variant)
  }
}
