import { CHANNEL_TOKEN_LIFETIME_S } from '../limits.ts'
import { channelIdOf } from '../scenario/channel.ts'
import { ISSUER } from '../tokens/id-token.ts'
import { issueTokens } from '../tokens/issue.ts'
import { claimsOf } from '../tokens/jwt.ts'
import { appOf, appOfChannel, pictureOf, userOf } from '../world/selectors.ts'
import { callerOf, tokenProblem } from './access.ts'
import { formOf } from './body.ts'
import { json, oauthError } from './responses.ts'
import type { LineCall, Route } from './route.ts'

/**
 * POST /oauth2/v2.1/token: exchanges an authorization code for tokens. Each code works once. Checks the PKCE
 * verifier (RFC 7636).
 */
async function token(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  if (form.get('grant_type') !== 'authorization_code')
    return oauthError('unsupported_grant_type', 'unsupported grant_type')
  const code = form.get('code') ?? ''
  const { line } = call
  const record = line.world().codes[code]
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
  const { scopes } = record
  const issued = await issueTokens(line, { user, app, scopes })
  return json({
    access_token: issued.accessToken,
    token_type: 'Bearer',
    refresh_token: line.secret(),
    expires_in: issued.expiresIn,
    scope: scopes.join(' '),
    ...(issued.idToken !== null ? { id_token: issued.idToken } : {}),
  })
}

/** GET /oauth2/v2.1/verify: returns the channel, lifetime and scopes of an access token. */
function verify(call: LineCall): Response {
  const { line, url } = call
  const value = url.searchParams.get('access_token') ?? ''
  const problem = tokenProblem(call, value)
  const record = line.world().accessTokens[value]
  if (problem === 'invalid token' || record === undefined)
    return oauthError('invalid_request', 'invalid access token')
  if (problem === 'The access token revoked') return oauthError('invalid_request', 'access token revoked')
  if (problem !== null) return oauthError('invalid_request', 'access token expired')
  const { tokens } = line.world().scenario
  if (tokens.revoked) line.dispatch({ type: 'token-revoked', token: value })
  return json({
    scope: tokens.scope ?? record.scopes.join(' '),
    client_id: tokens.channelId ?? record.channelId,
    expires_in: Math.floor((record.expiresAt - line.now()) / 1000),
  })
}

/** POST /oauth2/v2.1/verify: verifies an ID token for the channel and returns its claims. */
async function verifyIdToken(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  const idToken = form.get('id_token') ?? ''
  const claims = claimsOf(idToken)
  const [head = '', payload = '', signature = ''] = idToken.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  if (claims === null || !(await call.line.key().verify(`${head}.${payload}`, bytes)))
    return oauthError('invalid_request', 'Invalid IdToken.')
  if (claims.iss !== ISSUER) return oauthError('invalid_request', 'Invalid IdToken Issuer.')
  if (claims.aud !== form.get('client_id')) return oauthError('invalid_request', 'Invalid IdToken Audience.')
  if (Number(claims.exp) * 1000 <= call.line.now()) return oauthError('invalid_request', 'IdToken expired.')
  const userId = form.get('user_id')
  if (userId !== null && userId !== claims.sub)
    return oauthError('invalid_request', 'Invalid IdToken Subject Identifier.')
  return json(claims)
}

/** POST /oauth2/v2.1/revoke: revokes an access token. */
async function revoke(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  if (appOfChannel(call.line.world().scenario, form.get('client_id') ?? '') === undefined)
    return oauthError('invalid_client', 'invalid client_id')
  call.line.dispatch({ type: 'token-revoked', token: form.get('access_token') ?? '' })
  return new Response(null, { status: 200 })
}

function userinfo(call: LineCall): Response {
  const caller = callerOf(call, 'openid')
  if (caller instanceof Response) return caller
  const { user, record } = caller
  const profile = record.scopes.includes('profile')
  return json({ sub: user.userId, ...(profile ? { name: user.displayName, picture: pictureOf(user) } : {}) })
}

/** POST /oauth2/v3/token: issues a stateless channel access token to a server. */
async function channelToken(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  if (form.get('grant_type') !== 'client_credentials')
    return oauthError('unsupported_grant_type', 'unsupported grant_type')
  const channelId = form.get('client_id') ?? ''
  const secret = form.get('client_secret') ?? ''
  const { line } = call
  const app = appOfChannel(line.world().scenario, channelId)
  const valid =
    app !== undefined && secret !== '' && (app.channelSecret === null || app.channelSecret === secret)
  if (!valid) return oauthError('invalid_client', 'invalid client_id or client_secret', 401)
  const value = line.secret(48)
  const expiresAt = line.now() + CHANNEL_TOKEN_LIFETIME_S * 1000
  line.dispatch({ type: 'channel-token-issued', token: value, channelId, expiresAt })
  return json({ token_type: 'Bearer', access_token: value, expires_in: CHANNEL_TOKEN_LIFETIME_S })
}

const api = { host: 'api.line.me' } as const

export const OAUTH_ROUTES: readonly Route[] = [
  { ...api, method: 'POST', path: '/oauth2/v2.1/token', handler: token },
  {
    ...api,
    method: 'GET',
    path: '/oauth2/v2.1/certs',
    handler: ({ line }) => json({ keys: [line.key().publicJwk] }),
  },
  { ...api, method: 'GET', path: '/oauth2/v2.1/verify', handler: verify },
  { ...api, method: 'POST', path: '/oauth2/v2.1/verify', handler: verifyIdToken },
  { ...api, method: 'POST', path: '/oauth2/v2.1/revoke', handler: revoke },
  { ...api, method: 'GET', path: '/oauth2/v2.1/userinfo', handler: userinfo },
  { ...api, method: 'POST', path: '/oauth2/v3/token', handler: channelToken },
]
