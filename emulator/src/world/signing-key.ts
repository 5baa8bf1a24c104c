import type { webcrypto } from 'node:crypto'

/** The public half as LINE's `certs` lists it. */
export type PublicJwk = {
  readonly kty: 'EC'
  readonly alg: 'ES256'
  readonly use: 'sig'
  readonly kid: string
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

/** LINE's key for ID tokens: ES256. */
export type SigningKey = {
  readonly kid: string
  readonly publicJwk: PublicJwk
  /** Both halves, for a snapshot. */
  readonly privateJwk: webcrypto.JsonWebKey & { readonly kid: string }
  /** The JWS signature (r and s, 64 bytes) of a text. */
  sign(text: string): Promise<Uint8Array>
  /** Whether this key made the signature of the text. */
  verify(text: string, signature: Uint8Array): Promise<boolean>
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }

/** A key from its private JWK. Throws where it is none. */
export async function importSigningKey(jwk: SigningKey['privateJwk']): Promise<SigningKey> {
  const { kid, x, y, d } = jwk
  if (!kid || !x || !y || !d) throw new Error('not a private P-256 key in JWK form')
  const base = { kty: 'EC', crv: 'P-256', x, y }
  const secret = await crypto.subtle.importKey('jwk', { ...base, d }, ALGORITHM, false, ['sign'])
  const open = await crypto.subtle.importKey('jwk', base, ALGORITHM, false, ['verify'])
  const bytes = (text: string) => new TextEncoder().encode(text)
  return {
    kid,
    publicJwk: { kty: 'EC', alg: 'ES256', use: 'sig', kid, crv: 'P-256', x, y },
    privateJwk: { ...base, d, kid },
    sign: async text => new Uint8Array(await crypto.subtle.sign(SIGNING, secret, bytes(text))),
    verify: (text, signature) => crypto.subtle.verify(SIGNING, open, new Uint8Array(signature), bytes(text)),
  }
}

/** A new key. Its id is the beginning of its thumbprint's hash, so that two keys never share one. */
export async function createSigningKey(): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${jwk.x}.${jwk.y}`))
  return importSigningKey({ ...jwk, kid: Buffer.from(digest).toString('hex').slice(0, 32) })
}
