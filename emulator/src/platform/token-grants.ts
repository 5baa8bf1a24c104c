import { REFRESH_TOKEN_LIFETIME_MS } from '../limits.ts'
import { ownEntry } from '../own-entry.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { Scope } from '../scenario/schema.ts'
import { issueTokens } from '../tokens/issue.ts'
import { appOf, tokenScopes, userOf } from '../world/selectors.ts'
import { formOf } from './body.ts'
import { channelError } from './channel.ts'
import { issueByAssertion } from './channel-tokens.ts'
import { json, oauthError } from './responses.ts'
import type { LineCall } from './route.ts'

/** Returns scopes as the token endpoint does. LINE never returns `email` there, even if the user granted it. */
function scopeText(call: LineCall, granted: readonly Scope[]): string {
  const scopes = tokenScopes(call.line.world().scenario, granted)
  return scopes.filter(scope => scope !== 'email').join(' ')
}

/** Exchanges an authorization code for tokens. Each code works once. Checks the PKCE verifier (RFC 7636). */
async function exchangeCode(call: LineCall, form: URLSearchParams): Promise<Response> {
  const code = form.get('code') ?? ''
  const { line } = call
  const record = ownEntry(line.world().codes, code)
  if (record === undefined) return oauthError('invalid_grant', 'invalid authorization code')
  line.dispatch({ type: 'code-spent', code })
  if (record.expiresAt <= line.now()) return oauthError('invalid_grant', 'authorization code expired')
  if (form.get('client_id') !== channelIdOf(record.liffId))
    return oauthError('invalid_client', 'invalid client_id')
  if (form.get('redirect_uri') !== record.redirectUri)
    return oauthError('invalid_grant', 'redirect_uri does not match')
  const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '')
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url')
  if (challenge !== record.codeChallenge) return oauthError('invalid_grant', 'code_verifier does not match')
  const { scenario } = line.world()
  const user = userOf(scenario, record.userId)
  const app = appOf(scenario, record.liffId)
  if (user === undefined || app === undefined)
    return oauthError('invalid_grant', 'invalid authorization code')
  const { userId, liffId, scopes } = record
  const issued = await issueTokens(line, { user, app, scopes })
  const refreshToken = line.secret()
  const issuedAt = line.now()
  const expiresAt = issuedAt + REFRESH_TOKEN_LIFETIME_MS
  const stored = { userId, liffId, scopes, issuedAt, expiresAt }
  line.dispatch({ type: 'refresh-token-issued', token: refreshToken, record: stored })
  return json({
    access_token: issued.accessToken,
    token_type: 'Bearer',
    refresh_token: refreshToken,
    expires_in: issued.expiresIn,
    scope: scopeText(call, scopes),
    ...(issued.idToken !== null ? { id_token: issued.idToken } : {}),
  })
}

/** Issues a new access token. Returns the same refresh token, whose expiry does not change. */
async function refresh(call: LineCall, form: URLSearchParams): Promise<Response> {
  const { line } = call
  const refreshToken = form.get('refresh_token') ?? ''
  const { refreshTokens, scenario } = line.world()
  const record = refreshTokens[refreshToken]
  const user = record && userOf(scenario, record.userId)
  const app = record && appOf(scenario, record.liffId)
  const usable = record !== undefined && user !== undefined && app !== undefined
  if (!usable || record.expiresAt <= line.now() || form.get('client_id') !== channelIdOf(record.liffId))
    return oauthError('invalid_grant', 'invalid refresh token')
  const refused = channelError(call, form)
  if (refused !== null) return refused
  const { accessToken, expiresIn } = await issueTokens(line, { user, app, scopes: record.scopes })
  return json({
    token_type: 'Bearer',
    scope: scopeText(call, record.scopes),
    access_token: accessToken,
    expires_in: expiresIn,
    refresh_token: refreshToken,
  })
}

/** POST /oauth2/v2.1/token: issues tokens for an authorization code, a refresh token, or a channel's assertion. */
export async function token(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(call, form)
    case 'refresh_token':
      return refresh(call, form)
    case 'client_credentials':
      return issueByAssertion(call, form)
    default:
      return oauthError('unsupported_grant_type', 'unsupported grant_type')
  }
}
