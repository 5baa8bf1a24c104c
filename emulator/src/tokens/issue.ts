import { channelIdOf } from '../scenario/channel.ts'
import type { App, Scope, User } from '../scenario/schema.ts'
import type { Line } from '../world/line.ts'
import { tokenScopes } from '../world/selectors.ts'
import { issueIdToken } from './id-token.ts'

/**
 * The tokens that LINE issues to a user for an app. LINE sends them in a token response, or in the URL's hash
 * when it opens the app.
 */
export type IssuedTokens = {
  readonly accessToken: string
  /** The ID token; null if the scope `openid` is missing. */
  readonly idToken: string | null
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number
}

export type TokenRequest = {
  readonly user: User
  readonly app: App
  readonly scopes: readonly Scope[]
  /** Age of both tokens in seconds. Default: 0. */
  readonly age?: number
}

/** Issues an access token and, with the scope `openid`, an ID token. */
export async function issueTokens(line: Line, request: TokenRequest): Promise<IssuedTokens> {
  const { user, app, scopes, age = 0 } = request
  const { tokens } = line.world().scenario
  const channelId = channelIdOf(app.liffId)
  const issuedAt = line.now() - age * 1000
  const lifetime = tokens.expired ? 0 : tokens.accessTokenLifetime
  const accessToken = `eyJhbGciOiJIUzI1NiJ9.${line.secret(48)}.${line.secret(32)}`
  const expiresAt = issuedAt + lifetime * 1000
  const record = { userId: user.userId, channelId, scopes, issuedAt, expiresAt, revoked: false }
  line.dispatch({ type: 'token-issued', token: accessToken, record })
  const { idTokenLifetime, idTokenVariant } = tokens
  const granted = tokenScopes(line.world().scenario, scopes)
  const idToken = granted.includes('openid')
    ? await issueIdToken(line.key(), {
        ...{ user, channelId, scopes: granted, issuedAt },
        ...{ lifetime: idTokenLifetime, variant: idTokenVariant },
      })
    : null
  return { accessToken, idToken, expiresIn: Math.max(0, lifetime - age) }
}
