import { createHash } from 'node:crypto'
import { REFRESH_TOKEN_LIFETIME_MS } from '../limits.ts'
import { ownEntry } from '../own-entry.ts'
import { channelIdOf } from '../scenario/channel.ts'
import type { App, Scope, User } from '../scenario/schema.ts'
import { issueTokens } from '../tokens/issue.ts'
import { appOf, tokenScopes, userOf } from '../world/selectors.ts'
import type { AuthCode } from '../world/state.ts'
import { channelError, clientFormOf, signingSecretOf } from './channel.ts'
import { issueByAssertion } from './channel-tokens.ts'
import { otherChannel, wrongSecret } from './known-channels.ts'
import { json, oauthError } from './responses.ts'
import type { LineCall } from './route.ts'

/** LINE never returns `email` here, even if granted. */
function scopeText(call: LineCall, granted: readonly Scope[]): string {
  const scopes = tokenScopes(call.line.world().scenario, granted)
  return scopes.filter(scope => scope !== 'email').join(' ')
}

/** PKCE (RFC 7636). A web login without a challenge does not need a verifier. */
function isVerified({ codeChallenge }: AuthCode, verifier: string): boolean {
  if (codeChallenge === null) return true
  return createHash('sha256').update(verifier).digest('base64url') === codeChallenge
}

/** Stores an accepted secret, which can sign the channel's ID tokens. */
function webClientError(call: LineCall, form: URLSearchParams): Response | null {
  const secret = form.get('client_secret') ?? ''
  const channelId = form.get('client_id') ?? ''
  if (secret === '') {
    call.explain(wrongSecret(call.line.world().scenario, channelId, secret))
    return oauthError('invalid_client', 'invalid client_secret', 401)
  }
  const refused = channelError(call, form)
  if (refused !== null) return refused
  call.line.dispatch({ type: 'channel-secret-sent', channelId, secret })
  return null
}

function isOtherChannel(
  { line, explain }: LineCall,
  form: URLSearchParams,
  thing: string,
  { liffId }: { readonly liffId: string },
): boolean {
  const [clientId, channelId] = [form.get('client_id') ?? '', channelIdOf(liffId)]
  if (clientId === channelId) return false
  explain(otherChannel(line.world().scenario, clientId, thing, channelId))
  return true
}

function exchangeError(call: LineCall, form: URLSearchParams, record: AuthCode): Response | null {
  if (record.expiresAt <= call.line.now()) return oauthError('invalid_grant', 'authorization code expired')
  if (isOtherChannel(call, form, 'the authorization code', record))
    return oauthError('invalid_client', 'invalid client_id')
  const refused = record.web === undefined ? null : webClientError(call, form)
  if (refused !== null) return refused
  if (form.get('redirect_uri') !== record.redirectUri)
    return oauthError('invalid_grant', 'redirect_uri does not match')
  return isVerified(record, form.get('code_verifier') ?? '')
    ? null
    : oauthError('invalid_grant', 'code_verifier does not match')
}

/** The channel secret signs the ID token of a web login. */
function issueFor(call: LineCall, { web, scopes, liffId }: AuthCode, user: User, app: App) {
  const request = { user, app, scopes }
  if (web === undefined) return issueTokens(call.line, request)
  const secret = signingSecretOf(call.line.world(), app, channelIdOf(liffId))
  return issueTokens(call.line, { ...request, web: true, webIdToken: { login: web, secret } })
}

/** Each code works once, even if the exchange is refused. */
async function exchangeCode(call: LineCall, form: URLSearchParams): Promise<Response> {
  const code = form.get('code') ?? ''
  const { line } = call
  const record = ownEntry(line.world().codes, code)
  if (record === undefined) return oauthError('invalid_grant', 'invalid authorization code')
  line.dispatch({ type: 'code-spent', code })
  const refused = exchangeError(call, form, record)
  if (refused !== null) return refused
  const { scenario } = line.world()
  const user = userOf(scenario, record.userId)
  const app = appOf(scenario, record.liffId)
  if (user === undefined || app === undefined)
    return oauthError('invalid_grant', 'invalid authorization code')
  const { userId, liffId, scopes } = record
  const issued = await issueFor(call, record, user, app)
  const refreshToken = line.secret()
  const issuedAt = line.now()
  const expiresAt = issuedAt + REFRESH_TOKEN_LIFETIME_MS
  const web = record.web === undefined ? {} : { web: true as const }
  const stored = { userId, liffId, scopes, issuedAt, expiresAt, ...web }
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

/** Returns the same refresh token with the same expiry. */
async function refresh(call: LineCall, form: URLSearchParams): Promise<Response> {
  const { line } = call
  const refreshToken = form.get('refresh_token') ?? ''
  const { refreshTokens, scenario } = line.world()
  const record = ownEntry(refreshTokens, refreshToken)
  const user = record && userOf(scenario, record.userId)
  const app = record && appOf(scenario, record.liffId)
  const usable = record !== undefined && user !== undefined && app !== undefined
  const isExpired = !usable || record.expiresAt <= line.now()
  if (isExpired || isOtherChannel(call, form, 'the refresh token', record))
    return oauthError('invalid_grant', 'invalid refresh token')
  const refused = channelError(call, form)
  if (refused !== null) return refused
  const { scopes, web = false } = record
  const { accessToken, expiresIn } = await issueTokens(line, { user, app, scopes, web })
  return json({
    token_type: 'Bearer',
    scope: scopeText(call, record.scopes),
    access_token: accessToken,
    expires_in: expiresIn,
    refresh_token: refreshToken,
  })
}

export async function token(call: LineCall): Promise<Response> {
  const form = await clientFormOf(call.request)
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
