import { createHash } from 'node:crypto'
import { AUTH_CODE_LIFETIME_MS } from '../../limits.ts'
import { modulePage } from '../../pages/module.ts'
import { badRequestPage } from '../../pages/problem.ts'
import { textsFor } from '../../pages/texts/texts-for.ts'
import type { ModuleCode } from '../../world/bot-state.ts'
import { tokenValue, withoutToken, withToken } from '../../world/token-map.ts'
import { accountOf, botUserId } from '../account.ts'
import { formOf } from '../body.ts'
import { withQuery } from '../launch-url.ts'
import { json, oauthError, redirect } from '../responses.ts'
import { getAndPost, type LineCall, type Route } from '../route.ts'

const SCOPES: readonly string[] = [
  ...['message:send', 'message:receive', 'message:mark_as_read', 'message:templated_pnp'],
  ...['account:manage', 'profile:read', 'coupon:manage', 'crm:manage'],
]
/** Parameters of the authorization URL that the token request repeats. */
const REPEATED = ['region', 'basic_search_id', 'scope', 'brand_type'] as const

const words = (text: string | null): readonly string[] => text?.split(' ').filter(Boolean) ?? []

type Rule = readonly [name: string, wanted: string, isValid: (value: string | null) => boolean]

const RULES: readonly Rule[] = [
  ['response_type', '"code"', value => value === 'code'],
  ['redirect_uri', 'a URL', value => value !== null && /^https?:/.test(value) && URL.canParse(value)],
  ['scope', SCOPES.join(', '), value => words(value).every(word => SCOPES.includes(word)) && value !== null],
  ['state', 'a text', value => value !== null && value !== ''],
  ['region', 'JP, TW', value => value === null || value === 'JP' || value === 'TW'],
  [
    'brand_type',
    'premium, verified, unverified',
    value => words(value).every(word => ['premium', 'verified', 'unverified'].includes(word)),
  ],
]

function problemOf({ url, line, request }: LineCall): Response | null {
  const query = url.searchParams
  const { scenario } = line.world()
  const { channelId } = scenario.messaging
  const { id } = accountOf(scenario)
  const challenge = query.get('code_challenge')
  const rules: readonly Rule[] = [
    ...RULES,
    ['client_id', channelId, value => value === channelId],
    ['basic_search_id', id, value => value === null || value === id],
    ['code_challenge_method', '"S256"', value => value === (challenge === null ? null : 'S256')],
  ]
  const broken = rules.find(([name, , isValid]) => !isValid(query.get(name)))
  return broken === undefined ? null : badRequestPage(request, texts => texts.mustBe(broken[0], broken[1]))
}

/** Asks the account's admin to link the module. Redirects back with a code or, if the admin refuses, an error. */
async function authorize(call: LineCall): Promise<Response> {
  const refused = problemOf(call)
  if (refused !== null) return refused
  const { line, url, request } = call
  const query = url.searchParams
  const scopes = words(query.get('scope'))
  const { scenario, bot } = line.world()
  if (request.method === 'GET') return modulePage(textsFor(scenario), accountOf(scenario), scopes, url.href)
  const answer = (await formOf(request)).get('answer')
  const redirectUri = query.get('redirect_uri') ?? ''
  const state = query.get('state') ?? ''
  if (answer !== 'link') {
    const problem = { error: 'access_denied', error_description: 'The admin has cancelled' }
    return redirect(withQuery(redirectUri, { ...problem, state }))
  }
  const code = line.secret(24)
  const now = line.now()
  const record: ModuleCode = {
    redirectUri,
    scopes,
    codeChallenge: query.get('code_challenge'),
    repeated: Object.fromEntries(REPEATED.flatMap(name => [[name, query.get(name)] as const])),
    expiresAt: now + AUTH_CODE_LIFETIME_MS,
  }
  const moduleCodes = withToken(bot.moduleCodes, code, record, now, { lifetimeMs: AUTH_CODE_LIFETIME_MS })
  line.dispatch({ type: 'bot-changed', change: { moduleCodes } })
  return redirect(withQuery(redirectUri, { code, state }))
}

function isChannel({ line, request }: LineCall, form: URLSearchParams): boolean {
  const { channelId, channelSecret } = line.world().scenario.messaging
  const [, basic] = /^basic (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (basic !== undefined)
    return Buffer.from(basic, 'base64').toString('utf8') === `${channelId}:${channelSecret}`
  return form.get('client_id') === channelId && form.get('client_secret') === channelSecret
}

function matches(form: URLSearchParams, { redirectUri, repeated, codeChallenge }: ModuleCode): boolean {
  if (form.get('redirect_uri') !== redirectUri) return false
  // LINE asks clients to repeat these parameters. The emulator does not require it, nor do the SDK's types.
  if (REPEATED.some(name => form.has(name) && form.get(name) !== repeated[name])) return false
  const verifier = form.get('code_verifier')
  const challenge = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url')
  return challenge === codeChallenge
}

/** A code works only once. */
async function attach(call: LineCall): Promise<Response> {
  const { line, request } = call
  const form = await formOf(request)
  if (!isChannel(call, form)) return oauthError('invalid_client', 'invalid client_id or client_secret', 403)
  if (form.get('grant_type') !== 'authorization_code')
    return oauthError('unsupported_grant_type', 'grant_type must be authorization_code')
  const code = form.get('code') ?? ''
  const { bot, scenario } = line.world()
  const record = tokenValue(bot.moduleCodes, code)
  if (record === undefined || record.expiresAt <= line.now())
    return oauthError('invalid_grant', 'invalid authorization code')
  const moduleCodes = withoutToken(bot.moduleCodes, code)
  if (!matches(form, record)) {
    line.dispatch({ type: 'bot-changed', change: { moduleCodes } })
    return oauthError('invalid_grant', 'the request does not match the authorization URL')
  }
  const { scopes } = record
  const change = { moduleCodes, moduleScopes: scopes, isModuleDetached: false }
  line.dispatch({ type: 'bot-changed', change })
  return json({ bot_id: botUserId(scenario), scopes })
}

const host = 'manager.line.biz'

export const MODULE_ATTACH_ROUTES: readonly Route[] = [
  ...getAndPost({ host, path: '/module/auth/v1/authorize', handler: authorize }),
  { host, method: 'POST', path: '/module/auth/v1/token', handler: attach },
]
