import { ISSUER } from '../tokens/id-token.ts'
import { claimsOf } from '../tokens/jwt.ts'
import { liffError } from './liff-error.ts'
import { accessTokenOf, type Phone } from './phone.ts'
import { sdkFetch } from './sdk-fetch.ts'

const KEY = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' }

/** Verifies an ID token with LINE's published keys and returns its claims. Rejects with INVALID_ID_TOKEN. */
export async function verifiedIdToken(phone: Phone, idToken: string, channelId: string): Promise<object> {
  const [head = '', payload = '', signature = ''] = idToken.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid?: string; alg?: string }
  const claims = claimsOf(idToken)
  if (claims === null) throw new SyntaxError('Unexpected token in JSON')
  const { keys } = (await sdkFetch(
    phone.fetch,
    accessTokenOf(phone),
    'https://api.line.me/oauth2/v2.1/certs',
  )) as { keys: (JsonWebKey & { kid: string })[] }
  const invalid = (what: string) => liffError('INVALID_ID_TOKEN', `Invalid ${what} in ID_TOKEN`)
  const jwk = keys.find(({ kid }) => kid === header.kid)
  if (!jwk) throw invalid('"kid" value')
  if (header.alg !== 'ES256') throw invalid('"alg" value')
  const { kty, crv, x, y } = jwk
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, KEY, false, ['verify'])
  const text = new TextEncoder().encode(`${head}.${payload}`)
  const good = await crypto.subtle.verify(
    SIGNATURE,
    key,
    new Uint8Array(Buffer.from(signature, 'base64url')),
    text,
  )
  if (!good) throw invalid('signature')
  if (claims.iss !== ISSUER) throw invalid('"iss" value')
  if (claims.aud !== channelId) throw invalid('"aud" value')
  if (Number(claims.exp) * 1000 < phone.now()) throw invalid('"exp" value')
  return claims
}
