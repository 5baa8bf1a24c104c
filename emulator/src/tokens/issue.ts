import { channelIdOf } from '../scenario/channel.ts'
import type { App, Scope, User } from '../scenario/schema.ts'
import type { Line } from '../world/line.ts'
import { tokenScopes } from '../world/selectors.ts'
import type { WebLogin } from '../world/state.ts'
import { es256, hs256, issueIdToken } from './id-token.ts'

/** Tokens from a token response, or from the hash of the URL when LINE opens an app. */
export type IssuedTokens = {
  readonly accessToken: string
  /** Null if the scope `openid` is missing. */
  readonly idToken: string | null
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number
}

export type TokenRequest = {
  readonly user: User
  readonly app: App
  readonly scopes: readonly Scope[]
  /** Age of both tokens, in seconds. Default: 0. */
  readonly age?: number
  readonly isReload?: boolean
  /** True for web logins, which get access tokens with a longer lifetime. */
  readonly web?: boolean
  /** The claims about the login for the ID token, and the channel secret that signs the ID token. */
  readonly webIdToken?: { readonly login: WebLogin; readonly secret: string }
}

export async function issueTokens(line: Line, request: TokenRequest): Promise<IssuedTokens> {
  const { user, app, scopes, age = 0, web = false, isReload = false, webIdToken } = request
  const { tokens } = line.world().scenario
  const channelId = channelIdOf(app.liffId)
  const issuedAt = line.now() - age * 1000
  const whole = web ? tokens.webAccessTokenLifetime : tokens.accessTokenLifetime
  const lifetime = tokens.expired ? 0 : whole
  const accessToken = `eyJhbGciOiJIUzI1NiJ9.${line.secret(48)}.${line.secret(32)}`
  const expiresAt = issuedAt + lifetime * 1000
  const record = {
    userId: user.userId,
    channelId,
    scopes,
    issuedAt,
    expiresAt,
    revoked: false,
    ...(isReload ? { isReload } : {}),
  }
  line.dispatch({ type: 'token-issued', token: accessToken, record })
  const { idTokenLifetime, idTokenVariant } = tokens
  const granted = tokenScopes(line.world().scenario, scopes)
  const idToken = granted.includes('openid')
    ? await issueIdToken(webIdToken === undefined ? es256(line.key()) : hs256(webIdToken.secret), {
        user,
        channelId,
        scopes: granted,
        issuedAt,
        lifetime: idTokenLifetime,
        variant: idTokenVariant,
        ...(webIdToken === undefined ? {} : { web: webIdToken.login }),
      })
    : null
  return { accessToken, idToken, expiresIn: Math.max(0, lifetime - age) }
}
