import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

export const CHANNEL_ID = '1234567890'
const ISSUER = 'https://access.line.me'
const KEY_ID = 'line-key-1'

export type LineUserData = { userId: string; displayName?: string; pictureUrl?: string }
export type TokenOptions = {
  readonly claims?: JWTPayload
  readonly header?: Record<string, unknown>
  readonly key?: CryptoKey | Uint8Array
  /** Age of the token in seconds. */
  readonly age?: number
}

/** Creates an in-process fake of LINE's hosts: public keys, the two access-token calls, and a signer for ID tokens. */
export async function fakeLine(clock: { now(): number }) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'ES256', use: 'sig' }
  const accessTokens = new Map<string, { user: LineUserData; clientId: string; expiresIn: number }>()
  const requests: string[] = []
  const state = { instead: null as (() => Response) | null, down: false, keys: [jwk] as JWK[] }

  const answers: Record<string, (request: Request, url: URL) => Response> = {
    '/oauth2/v2.1/certs': () => Response.json({ keys: state.keys }),
    '/oauth2/v2.1/verify': (_request, url) => {
      const token = accessTokens.get(url.searchParams.get('access_token') ?? '')
      if (!token) return Response.json({ error: 'invalid_request' }, { status: 400 })
      return Response.json({ scope: 'profile', client_id: token.clientId, expires_in: token.expiresIn })
    },
    '/v2/profile': request => {
      const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      const token = accessTokens.get(bearer)
      return token ? Response.json(token.user) : Response.json({ message: 'invalid token' }, { status: 401 })
    },
  }

  return {
    publicKey,
    privateKey,
    /** All requests so far, in order, such as `GET https://…`. */
    requests,
    /** While LINE is down, every call fails as if the host were unreachable. */
    setDown(down: boolean) {
      state.down = down
    },
    /** Makes every call return this response instead of LINE's; null restores LINE's responses. */
    answerWith(answer: (() => Response) | null) {
      state.instead = answer
    },
    /** Adds a public key to LINE's list. */
    async publish(key: CryptoKey, kid: string) {
      state.keys.push({ ...(await exportJWK(key)), kid })
    },
    /** Removes all public keys from LINE's list, as LINE does when a private key has leaked. */
    withdrawKeys() {
      state.keys = []
    },
    async fetch(request: Request): Promise<Response> {
      const url = new URL(request.url)
      requests.push(`${request.method} ${url.origin}${url.pathname}`)
      if (state.down) throw new TypeError('fetch failed')
      if (state.instead) return state.instead()
      const answer = url.hostname === 'api.line.me' ? answers[url.pathname] : undefined
      return answer ? answer(request, url) : new Response('unknown', { status: 404 })
    },
    accessToken(user: LineUserData, { clientId = CHANNEL_ID, expiresIn = 3600 } = {}): string {
      const token = `access-${accessTokens.size}-${user.userId}`
      accessTokens.set(token, { user, clientId, expiresIn })
      return token
    },
    /** Creates an ID token that is valid except for the given options. A claim set to undefined is left out. */
    async idToken(user: LineUserData, options: TokenOptions = {}): Promise<string> {
      const issued = Math.floor(clock.now() / 1000) - (options.age ?? 0)
      const claims: JWTPayload = {
        iss: ISSUER,
        sub: user.userId,
        aud: CHANNEL_ID,
        iat: issued,
        exp: issued + 3600,
        amr: ['linesso'],
        ...(user.displayName === undefined ? {} : { name: user.displayName }),
        ...(user.pictureUrl === undefined ? {} : { picture: user.pictureUrl }),
        ...options.claims,
      }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: KEY_ID, ...options.header })
        .sign(options.key ?? privateKey)
    },
  }
}
