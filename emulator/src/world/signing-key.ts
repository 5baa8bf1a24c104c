import type { webcrypto } from 'node:crypto'

/** In the format used by LINE's `certs` endpoint. */
export type PublicJwk = {
  readonly kty: 'EC'
  readonly alg: 'ES256'
  readonly use: 'sig'
  readonly kid: string
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

export type SigningKey = {
  readonly kid: string
  readonly publicJwk: PublicJwk
  /** The complete key pair, for snapshots. */
  readonly privateJwk: webcrypto.JsonWebKey & { readonly kid: string }
  /** Returns the JWS signature (r and s, 64 bytes). */
  sign(text: string): Promise<Uint8Array>
  verify(text: string, signature: Uint8Array): Promise<boolean>
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' }

export async function importSigningKey(jwk: SigningKey['privateJwk']): Promise<SigningKey> {
  const { kid, x, y, d } = jwk
  if (!kid || !x || !y || !d) throw new Error('not a private P-256 key in JWK form')
  const base = { kty: 'EC', crv: 'P-256', x, y }
  const privateKey = await crypto.subtle.importKey('jwk', { ...base, d }, ALGORITHM, false, ['sign'])
  const publicKey = await crypto.subtle.importKey('jwk', base, ALGORITHM, false, ['verify'])
  const bytes = (text: string) => new TextEncoder().encode(text)
  return {
    kid,
    publicJwk: { kty: 'EC', alg: 'ES256', use: 'sig', kid, crv: 'P-256', x, y },
    privateJwk: { ...base, d, kid },
    sign: async text => new Uint8Array(await crypto.subtle.sign(SIGNING, privateKey, bytes(text))),
    verify: (text, signature) =>
      crypto.subtle.verify(SIGNING, publicKey, new Uint8Array(signature), bytes(text)),
  }
}

/** The id is a hash of the public key, so it is unique. */
export async function createSigningKey(): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${jwk.x}.${jwk.y}`))
  return importSigningKey({ ...jwk, kid: Buffer.from(digest).toString('hex').slice(0, 32) })
}
