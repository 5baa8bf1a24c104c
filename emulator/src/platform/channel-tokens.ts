import {
  ASSERTION_LIFETIME_S,
  CHANNEL_TOKEN_LIFETIME_S,
  LONG_LIVED_TOKEN_S,
  MAX_ASSERTED_TOKEN_S,
  MAX_CHANNEL_TOKENS,
  SHORT_LIVED_TOKEN_LIFETIME_S,
} from '../limits.ts'
import { ownEntry } from '../own-entry.ts'
import type { Scenario } from '../scenario/schema.ts'
import { claimsOf } from '../tokens/jwt.ts'
import { appOfChannel } from '../world/selectors.ts'
import { formOf } from './body.ts'
import { notChannel, wrongSecret } from './known-channels.ts'
import { apiError, json, oauthError } from './responses.ts'
import type { LineCall, Route } from './route.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const AUDIENCE = 'https://api.line.me/'

function isSecret(scenario: Scenario, channelId: string, secret: string): boolean {
  const { messaging } = scenario
  if (channelId === messaging.channelId) return secret === messaging.channelSecret
  const app = appOfChannel(scenario, channelId)
  return app !== undefined && secret !== '' && (app.channelSecret === null || app.channelSecret === secret)
}

function isChannel(scenario: Scenario, channelId: string): boolean {
  return channelId === scenario.messaging.channelId || appOfChannel(scenario, channelId) !== undefined
}

function explainRefusal({ line, explain }: LineCall, channelId: string, secret: string): void {
  const { scenario } = line.world()
  explain(
    isChannel(scenario, channelId)
      ? wrongSecret(scenario, channelId, secret)
      : notChannel(scenario, channelId),
  )
}

/** The emulator does not know the channel's public key, so it does not check the signature. */
function assertionIn(call: LineCall, form: URLSearchParams) {
  if (form.get('client_assertion_type') !== ASSERTION_TYPE)
    return oauthError('invalid_request', 'invalid client_assertion_type')
  const {
    iss,
    sub,
    aud,
    exp,
    token_exp: lifetime = MAX_ASSERTED_TOKEN_S,
  } = claimsOf(form.get('client_assertion') ?? '') ?? {}
  const left = Number(exp) - call.line.now() / 1000
  if (typeof iss !== 'string') return oauthError('invalid_client', 'Invalid client_assertion')
  if (iss !== sub) return oauthError('invalid_client', 'iss and clientId of key do not match')
  if (!isChannel(call.line.world().scenario, iss)) {
    explainRefusal(call, iss, '')
    return apiError(404, 'Cannot find channel key that satisfies the conditions')
  }
  if (aud !== AUDIENCE) return oauthError('invalid_client', 'Invalid aud')
  if (!(left > 0 && left <= ASSERTION_LIFETIME_S)) return oauthError('invalid_client', 'Invalid exp')
  if (!(Number(lifetime) > 0 && Number(lifetime) <= MAX_ASSERTED_TOKEN_S))
    return oauthError('invalid_request', 'Invalid token_exp')
  return { channelId: iss, lifetime: Number(lifetime) }
}

type Kind = { readonly keyId?: string; readonly stateless?: true }

function issue({ line }: LineCall, channelId: string, lifetime: number, kind: Kind = {}): Response {
  const { keyId } = kind
  const token = line.secret(48)
  const expiresAt = line.now() + lifetime * 1000
  line.dispatch({ type: 'channel-token-issued', token, channelId, expiresAt, ...kind })
  const key = keyId === undefined ? {} : { key_id: keyId }
  return json({ token_type: 'Bearer', access_token: token, expires_in: lifetime, ...key })
}

const isCredentials = (form: URLSearchParams) => form.get('grant_type') === 'client_credentials'
const WRONG_GRANT = ['unsupported_grant_type', 'unsupported grant_type'] as const

/** Returns the channel's valid tokens except stateless ones, oldest first. */
function validTokens({ line }: LineCall, channelId: string) {
  return Object.entries(line.world().channelTokens).filter(
    ([, record]) =>
      record.channelId === channelId && record.expiresAt > line.now() && record.stateless !== true,
  )
}

/** Issues a token valid for 15 minutes, given a client secret or an assertion. */
async function stateless(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  if (!isCredentials(form)) return oauthError(...WRONG_GRANT)
  if (form.has('client_assertion')) {
    const asserted = assertionIn(call, form)
    return asserted instanceof Response
      ? asserted
      : issue(call, asserted.channelId, CHANNEL_TOKEN_LIFETIME_S, { stateless: true })
  }
  const channelId = form.get('client_id') ?? ''
  const secret = form.get('client_secret') ?? ''
  if (isSecret(call.line.world().scenario, channelId, secret))
    return issue(call, channelId, CHANNEL_TOKEN_LIFETIME_S, { stateless: true })
  explainRefusal(call, channelId, secret)
  return oauthError('invalid_request', "Invalid 'client_credentials'.")
}

/** Issues a token with a key id, valid for at most 30 days. */
export function issueByAssertion(call: LineCall, form: URLSearchParams): Response {
  const asserted = assertionIn(call, form)
  if (asserted instanceof Response) return asserted
  const { channelId, lifetime } = asserted
  const valid = validTokens(call, channelId).filter(([, { keyId }]) => keyId !== undefined)
  if (valid.length >= MAX_CHANNEL_TOKENS)
    return apiError(400, 'The maximum number of access tokens has already been issued')
  return issue(call, channelId, lifetime, { keyId: call.line.secret(16) })
}

function keyIds(call: LineCall): Response {
  const asserted = assertionIn(call, call.url.searchParams)
  if (asserted instanceof Response) return asserted
  const valid = validTokens(call, asserted.channelId)
  return json({ kids: valid.flatMap(([, { keyId }]) => keyId ?? []) })
}

/** Returns LINE's error if the token has expired, and null for another kind of token. */
export function verifiedChannelToken({ line }: LineCall, token: string): Response | null {
  const record = ownEntry(line.world().channelTokens, token)
  if (record === undefined) return null
  if (record.expiresAt <= line.now()) return oauthError('invalid_request', 'The access token expired')
  const seconds = Math.floor((record.expiresAt - line.now()) / 1000)
  return json({ client_id: record.channelId, expires_in: seconds, scope: '' })
}

/** Issues a token valid for 30 days. A channel's 31st token revokes its oldest. */
async function shortLived(call: LineCall): Promise<Response> {
  const form = await formOf(call.request)
  if (!isCredentials(form)) return oauthError(...WRONG_GRANT)
  const { scenario } = call.line.world()
  const channelId = form.get('client_id') ?? ''
  const secret = form.get('client_secret') ?? ''
  if (!isSecret(scenario, channelId, secret)) {
    explainRefusal(call, channelId, secret)
    const field = isChannel(scenario, channelId) ? 'client_secret' : 'client_id'
    return oauthError('invalid_client', `invalid ${field}`)
  }
  const valid = validTokens(call, channelId).filter(([, { keyId }]) => keyId === undefined)
  for (const [token] of valid.slice(0, Math.max(0, valid.length - MAX_CHANNEL_TOKENS + 1)))
    call.line.dispatch({ type: 'channel-token-revoked', token })
  return issue(call, channelId, SHORT_LIVED_TOKEN_LIFETIME_S)
}

async function verify(call: LineCall): Promise<Response> {
  const token = (await formOf(call.request)).get('access_token') ?? ''
  const { channelId, accessToken } = call.line.world().scenario.messaging
  if (token === accessToken) return json({ client_id: channelId, expires_in: LONG_LIVED_TOKEN_S, scope: '' })
  return verifiedChannelToken(call, token) ?? oauthError('invalid_request', 'access_token invalid')
}

/** Succeeds even for unknown tokens. A stateless token remains valid. */
async function revoke({ line, request }: LineCall): Promise<Response> {
  const token = (await formOf(request)).get('access_token')
  if (token === null || token === '') return oauthError('invalid_request', 'access_token is required')
  if (ownEntry(line.world().channelTokens, token)?.stateless !== true)
    line.dispatch({ type: 'channel-token-revoked', token })
  return new Response(null, { status: 200 })
}

/** Returns null for a token of another kind. */
export function revokeChannelToken(call: LineCall, form: URLSearchParams): Response | null {
  const { line } = call
  const token = form.get('access_token') ?? ''
  const record = ownEntry(line.world().channelTokens, token)
  if (record === undefined || record.channelId !== form.get('client_id')) return null
  const secret = form.get('client_secret') ?? ''
  if (!isSecret(line.world().scenario, record.channelId, secret)) {
    explainRefusal(call, record.channelId, secret)
    return oauthError('invalid_client', 'invalid client_secret', 401)
  }
  if (record.stateless !== true) line.dispatch({ type: 'channel-token-revoked', token })
  return new Response(null, { status: 200 })
}

const api = { host: 'api.line.me', method: 'POST' } as const

export const CHANNEL_TOKEN_ROUTES: readonly Route[] = [
  { ...api, path: '/oauth2/v3/token', handler: stateless },
  { ...api, method: 'GET', path: '/oauth2/v2.1/tokens/kid', handler: keyIds },
  { ...api, path: '/v2/oauth/accessToken', handler: shortLived },
  { ...api, path: '/v2/oauth/verify', handler: verify },
  { ...api, path: '/v2/oauth/revoke', handler: revoke },
]
