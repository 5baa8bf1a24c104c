import { CODE_CHALLENGE_LENGTH } from '../../limits.ts'
import type { App, Scope } from '../../scenario/schema.ts'

export type LoginClient = { readonly app: App; readonly channelId: string; readonly redirectUri: string }

export type LoginRequest = LoginClient & {
  readonly state: string
  readonly scopes: readonly Scope[]
  readonly nonce: string | null
  readonly prompt: (typeof PROMPTS)[number] | null
  /** In seconds; null if any age is accepted. */
  readonly maxAge: number | null
  readonly locales: readonly string[]
  readonly botPrompt: (typeof BOT_PROMPTS)[number] | null
  readonly codeChallenge: string | null
  /** The operating systems on which the app has disabled automatic login. */
  readonly autoLoginDisabled: 'ios' | 'all' | null
}

export type LoginError = { readonly error: string; readonly description: string }

const PROMPTS = ['consent', 'none', 'login'] as const
const BOT_PROMPTS = ['normal', 'aggressive'] as const
/** LINE grants `email` only to channels that applied for it. */
const WEB_SCOPES = ['profile', 'openid', 'email'] as const

const REQUIRED = ['response_type', 'state', 'scope'] as const

const invalid = (description: string): LoginError => ({ error: 'INVALID_REQUEST', description })
const invalidScope = (description: string): LoginError => ({ error: 'INVALID_SCOPE', description })

function valueError(query: URLSearchParams): LoginError | null {
  const isUnknown = (name: string, allowed: readonly string[]) => {
    const value = query.get(name)
    return value !== null && !allowed.includes(value)
  }
  const isDigits = (name: string) => /^\d*$/.test(query.get(name) ?? '')
  const wrong = [
    ...(isUnknown('prompt', PROMPTS) ? ['prompt'] : []),
    ...(isUnknown('bot_prompt', BOT_PROMPTS) ? ['bot_prompt'] : []),
    ...(isUnknown('response_mode', ['query']) ? ['response_mode'] : []),
    ...(isDigits('max_age') ? [] : ['max_age']),
  ]
  const challenge = query.get('code_challenge')
  if (challenge !== null && query.get('code_challenge_method') !== 'S256') wrong.push('code_challenge_method')
  if (challenge !== null && challenge.length !== CODE_CHALLENGE_LENGTH) wrong.push('code_challenge')
  const [first] = wrong
  return first === undefined ? null : invalid(`'${first}' is invalid.`)
}

function scopesOf(app: App, text: string): readonly Scope[] | LoginError {
  const names = text.split(' ').filter(name => name !== '')
  const scopes = WEB_SCOPES.filter(scope => names.includes(scope))
  const unknown = names.find(name => !(WEB_SCOPES as readonly string[]).includes(name))
  if (unknown !== undefined) return invalidScope(`'${unknown}' is not a scope of LINE Login.`)
  if (!scopes.includes('profile') && !scopes.includes('openid'))
    return invalidScope("'profile' or 'openid' is required.")
  if (!scopes.includes('email')) return scopes
  if (!scopes.includes('openid')) return invalidScope("'email' requires 'openid'.")
  return app.scopes.includes('email')
    ? scopes
    : invalidScope("The channel has no permission to request 'email'.")
}

export function parseLoginRequest(client: LoginClient, query: URLSearchParams): LoginRequest | LoginError {
  const missing = REQUIRED.find(name => (query.get(name) ?? '') === '')
  if (missing !== undefined) return invalid(`'${missing}' is not specified.`)
  if (query.get('response_type') !== 'code')
    return { error: 'UNSUPPORTED_RESPONSE_TYPE', description: "'response_type' must be 'code'." }
  const wrong = valueError(query)
  if (wrong !== null) return wrong
  const scopes = scopesOf(client.app, query.get('scope') ?? '')
  if ('error' in scopes) return scopes
  const maxAge = query.get('max_age') ?? ''
  const isOn = (name: string) => query.get(name) === 'true'
  return {
    ...client,
    scopes,
    state: query.get('state') ?? '',
    nonce: query.get('nonce'),
    prompt: PROMPTS.find(value => value === query.get('prompt')) ?? null,
    maxAge: maxAge === '' ? null : Number(maxAge),
    locales: (query.get('ui_locales') ?? '').split(' ').filter(tag => tag !== ''),
    botPrompt: BOT_PROMPTS.find(value => value === query.get('bot_prompt')) ?? null,
    codeChallenge: query.get('code_challenge'),
    autoLoginDisabled: isOn('disable_auto_login') ? 'all' : isOn('disable_ios_auto_login') ? 'ios' : null,
  }
}
