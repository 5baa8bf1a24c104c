import { ownEntry } from '../own-entry.ts'
import { hmac, ISSUER } from '../tokens/id-token.ts'
import { claimsOf, headerOf } from '../tokens/jwt.ts'
import { appOfChannel, pictureOf, tokenScopes } from '../world/selectors.ts'
import { tokenProblem, withCaller } from './access.ts'
import { formOf } from './body.ts'
import { channelError, clientFormOf, signingSecretOf } from './channel.ts'
import { revokeChannelToken, verifiedChannelToken } from './channel-tokens.ts'
import { notLoginChannel, otherChannel } from './known-channels.ts'
import { json, oauthError } from './responses.ts'
import { getAndPost, type LineCall, type Route } from './route.ts'
import { token } from './token-grants.ts'

function verify(call: LineCall): Response {
  const { line, url } = call
  const value = url.searchParams.get('access_token') ?? ''
  const ofChannel = verifiedChannelToken(call, value)
  if (ofChannel !== null) return ofChannel
  const problem = tokenProblem(call, value)
  const record = ownEntry(line.world().accessTokens, value)
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

/** The channel secret signs the HS256 tokens of web logins; LINE's key signs all others. */
async function isSigned({ line }: LineCall, idToken: string, channelIds: readonly string[]) {
  const [head = '', payload = '', signature = ''] = idToken.split('.')
  const text = `${head}.${payload}`
  const bytes = Buffer.from(signature, 'base64url')
  if (headerOf(idToken)?.alg !== 'HS256') return line.key().verify(text, bytes)
  return channelIds.some(channelId => {
    const app = appOfChannel(line.world().scenario, channelId)
    return app !== undefined && bytes.equals(hmac(signingSecretOf(line.world(), app, channelId), text))
  })
}

/** The checks have the same order as in LINE's reference. */
async function verifyIdToken(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  const idToken = form.get('id_token') ?? ''
  const claims = claimsOf(idToken)
  const { scenario } = call.line.world()
  const clientId = form.get('client_id') ?? ''
  if (claims === null || !(await isSigned(call, idToken, [String(claims.aud), clientId]))) {
    if (appOfChannel(scenario, clientId) === undefined) call.explain(notLoginChannel(scenario, clientId))
    return oauthError('invalid_request', 'Invalid IdToken.')
  }
  if (claims.iss !== ISSUER) return oauthError('invalid_request', 'Invalid IdToken Issuer.')
  if (Number(claims.exp) * 1000 <= call.line.now()) return oauthError('invalid_request', 'IdToken expired.')
  if (claims.aud !== clientId) {
    call.explain(otherChannel(scenario, clientId, 'the ID token', String(claims.aud)))
    return oauthError('invalid_request', 'Invalid IdToken Audience.')
  }
  const nonce = form.get('nonce')
  if (nonce !== null && nonce !== claims.nonce) return oauthError('invalid_request', 'Invalid IdToken Nonce.')
  const userId = form.get('user_id')
  if (userId !== null && userId !== claims.sub)
    return oauthError('invalid_request', 'Invalid IdToken Subject Identifier.')
  return json(claims)
}

async function revoke(call: LineCall): Promise<Response> {
  const form = await clientFormOf(call.request)
  const ofChannel = revokeChannelToken(call, form)
  if (ofChannel !== null) return ofChannel
  const refused = channelError(call, form)
  if (refused !== null) return refused
  const accessToken = form.get('access_token') ?? ''
  const record = ownEntry(call.line.world().accessTokens, accessToken)
  const clientId = form.get('client_id') ?? ''
  if (record !== undefined && record.channelId !== clientId) {
    const { scenario } = call.line.world()
    call.explain(otherChannel(scenario, clientId, 'the access token', record.channelId))
    return oauthError('invalid_request', 'invalid access token')
  }
  call.line.dispatch({ type: 'token-revoked', token: accessToken })
  return new Response(null, { status: 200 })
}

const userinfo = withCaller(({ line }, { user, record }) => {
  const profile = tokenScopes(line.world().scenario, record.scopes).includes('profile')
  return json({ sub: user.userId, ...(profile ? { name: user.displayName, picture: pictureOf(user) } : {}) })
}, 'openid')

const certs = ({ line }: LineCall) => json({ keys: [line.key().publicJwk] })

const api = { host: 'api.line.me' } as const

export const OAUTH_ROUTES: readonly Route[] = [
  { ...api, method: 'POST', path: '/oauth2/v2.1/token', handler: token },
  { ...api, method: 'GET', path: '/oauth2/v2.1/certs', handler: certs },
  { ...api, method: 'GET', path: '/oauth2/v2.1/verify', handler: verify },
  { ...api, method: 'POST', path: '/oauth2/v2.1/verify', handler: verifyIdToken },
  { ...api, method: 'POST', path: '/oauth2/v2.1/revoke', handler: revoke },
  ...getAndPost({ ...api, path: '/oauth2/v2.1/userinfo', handler: userinfo }),
]
