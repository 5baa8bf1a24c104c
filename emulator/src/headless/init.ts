import { channelIdOf } from '../scenario/channel.ts'
import { isApiAvailable } from './availability.ts'
import { verifiedIdToken } from './id-token.ts'
import { isSubWindow } from './is-sub-window.ts'
import { liffError } from './liff-error.ts'
import { login } from './login.ts'
import { finishLoginReturn } from './login-return.ts'
import { clearStore } from './logout.ts'
import { followLiffState } from './permanent-link.ts'
import {
  accessTokenOf,
  contextOf,
  inClient,
  navigate,
  osOf,
  type Phone,
  removeValue,
  stored,
  storeValue,
} from './phone.ts'
import { loadExtension, loadTexts } from './sdk-assets.ts'
import { JSON_HEADERS, sdkFetch, verifyAccessToken } from './sdk-fetch.ts'
import { enterSubWindow } from './sub-window.ts'
import { applyTheme } from './theme.ts'

export type InitConfig = {
  readonly liffId: string
  readonly redirectUri?: string
  readonly withLoginOnExternalBrowser?: boolean
}

/** Returns a promise that never settles, like the SDK's `init` once the page has started to navigate away. */
function never(): Promise<never> {
  return new Promise(() => {})
}

/** `liff.init` of SDK 2.26.1. Rejects with a LIFF error such as INIT_FAILED, or a plain TypeError when offline. */
export async function init(phone: Phone, config: InitConfig): Promise<void> {
  const { liffId } = config
  if (!liffId) throw liffError('INVALID_CONFIG', 'liffId is necessary for liff.init()')
  const page = phone.page()
  page.liffId = liffId
  await Promise.all([loadExtension(phone), restoreOrSignIn(phone, config)])
  if (phone.dom) applyTheme(phone.dom, contextOf(phone))
  if (config.withLoginOnExternalBrowser && !accessTokenOf(phone)) {
    login(phone)
    return never()
  }
  if (!(await finishLoginReturn(phone))) return never()
  page.finish()
}

/** Gets the tokens and the context, then follows `liff.state` to the requested page below the endpoint. */
async function restoreOrSignIn(phone: Phone, config: InitConfig): Promise<void> {
  const { liffId } = config
  const page = phone.page()
  if (!inClient(phone) && accessTokenOf(phone) && !phone.expires.has(liffId)) clearStore(phone)
  const search = new URL(page.url).searchParams
  if (search.get('error') && search.get('liffOAuth2Error')) {
    const description = (search.get('error_description') ?? '').replaceAll('+', ' ')
    throw liffError('INIT_FAILED', `${search.get('error')}: ${description}`)
  }
  const temporary = stored(phone, 'loginTmp') as { codeVerifier?: string } | null
  if (search.get('code') && !accessTokenOf(phone) && temporary?.codeVerifier)
    await exchangeCode(phone, config, search, temporary.codeVerifier)
  if (inClient(phone)) await initInClient(phone, liffId)
  else if (!accessTokenOf(phone)) await fetchContext(phone, liffId)
  if (followLiffState(phone)) return never()
  await loadTexts(phone, phone.scenario().environment.language)
  page.url = withoutCredentials(page.url)
}

async function exchangeCode(phone: Phone, config: InitConfig, search: URLSearchParams, codeVerifier: string) {
  const channelId = search.get('liffClientId') ?? ''
  try {
    const answer = (await sdkFetch(phone.fetch, null, 'https://api.line.me/oauth2/v2.1/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: channelId,
        appId: config.liffId,
        code: search.get('code') ?? '',
        code_verifier: codeVerifier,
        redirect_uri: config.redirectUri || (search.get('liffRedirectUri') ?? ''),
        id_token_key_type: 'JWK',
      }).toString(),
    })) as { access_token: string; id_token?: string; expires_in: number }
    storeValue(phone, 'clientId', channelId)
    storeValue(phone, 'accessToken', answer.access_token)
    phone.expires.set(config.liffId, phone.now() + answer.expires_in * 1000)
    if (answer.id_token) {
      storeValue(phone, 'IDToken', answer.id_token)
      storeValue(phone, 'decodedIDToken', await verifiedIdToken(phone, answer.id_token, channelId))
    }
    await fetchContext(phone, config.liffId)
  } finally {
    removeValue(phone, 'loginTmp')
  }
}

async function fetchContext(phone: Phone, liffId: string): Promise<void> {
  const token = accessTokenOf(phone)
  const headers = { ...JSON_HEADERS, ...(token ? { Authorization: `Bearer ${token}` } : {}) }
  const url = `https://api.line.me/liff/v2/apps/${liffId}/contextToken`
  const { contextToken } = (await sdkFetch(phone.fetch, token, url, { headers })) as { contextToken?: string }
  if (!contextToken) throw liffError('INIT_FAILED', 'Can not get context from server.')
  const context = decodeContext(contextToken)
  if (!context) throw liffError('INIT_FAILED', 'Invalid context token.')
  storeValue(phone, 'context', context)
}

function decodeContext(token: string): unknown {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

async function initInClient(phone: Phone, liffId: string): Promise<void> {
  const page = phone.page()
  const hash = new URLSearchParams(new URL(page.url).hash.slice(1))
  page.subsequent ||= !hash.has('feature_token') && stored(phone, 'featureToken') === null
  if (hash.getAll('context_token').length > 1)
    throw liffError(
      'INIT_FAILED',
      'Cannot get context token, perhaps there is an incorrect parameter in permanent link',
    )
  const contextToken = hash.get('context_token')
  if (contextToken !== null) storeValue(phone, 'context', decodeContext(contextToken))
  const accessToken = hash.get('access_token') ?? accessTokenOf(phone)
  const featureToken = await featureTokenOf(phone, liffId, hash)
  const known = contextOf(phone)?.liffId
  if (known !== undefined && known !== liffId) throw liffError('INIT_FAILED', 'Invalid LIFF ID')
  if (featureToken && !isSubWindow(phone)) {
    announceApp(phone, liffId, featureToken)
    if (page.subsequent) storeValue(phone, 'featureToken', featureToken)
  }
  const challenge = hash.get('mst_challenge')
  if (challenge !== null) storeValue(phone, 'mstChallenge', challenge)
  const channelId = channelIdOf(liffId)
  storeValue(phone, 'clientId', channelId)
  announceOnReturn(phone, liffId)
  if (!accessTokenOf(phone) && !(featureToken && accessToken)) {
    if (page.subsequent) {
      const back = new URL(page.url)
      back.searchParams.set('liff.hback', '2')
      login(phone, { redirectUri: back.href })
      return never()
    }
    login(phone)
    throw liffError('INIT_FAILED', 'Failed to parse feature_token or access_token')
  }
  if (accessToken && featureToken) await acceptAccessToken(phone, accessToken, featureToken, channelId)
  await enterSubWindow(phone, hash)
  await acceptIdToken(phone, hash.get('id_token'), channelId)
}

/** Tells the LINE app which LIFF app this page belongs to. */
function announceApp(phone: Phone, liffId: string, featureToken: string): void {
  if (isApiAvailable(phone, 'multipleLiffTransition'))
    navigate(phone, `liff://app/${liffId}?feature_token=${encodeURIComponent(featureToken)}`)
}

/**
 * Tells the LINE app again which LIFF app is open when the back/forward cache restores the page. Not on iOS,
 * which reloads the page.
 */
function announceOnReturn(phone: Phone, liffId: string): void {
  const { signal } = phone.page().gone
  const returned = ({ persisted }: { readonly persisted?: boolean }) => {
    const featureToken = stored(phone, 'featureToken')
    if (persisted && osOf(phone) !== 'ios' && typeof featureToken === 'string')
      announceApp(phone, liffId, featureToken)
  }
  phone.dom?.addEventListener('pageshow', returned, { signal })
}

async function featureTokenOf(phone: Phone, liffId: string, hash: URLSearchParams): Promise<string | null> {
  const found = hash.get('feature_token') ?? (stored(phone, 'featureToken') as string | null)
  const token = accessTokenOf(phone)
  if (!phone.page().subsequent || !token) return found
  const url = `https://api.line.me/liff/v2/apps/${liffId}/featureToken`
  const { featureToken } = (await sdkFetch(phone.fetch, token, url)) as { featureToken: string }
  return found ?? featureToken
}

async function acceptAccessToken(phone: Phone, token: string, featureToken: string, channelId: string) {
  const verified = await verifyAccessToken(phone.fetch, token)
  if (verified.client_id !== channelId) {
    login(phone)
    throw liffError('INIT_FAILED', 'Failed to verify access_token')
  }
  storeValue(phone, 'featureToken', featureToken)
  phone.expires.set(phone.page().liffId ?? '', phone.now() + verified.expires_in * 1000)
  storeValue(phone, 'accessToken', token)
}

/**
 * Stores the given ID token unless one is already stored. Verifies the token unless a decoded one is already
 * stored.
 */
async function acceptIdToken(phone: Phone, given: string | null, channelId: string): Promise<void> {
  if (given !== null && !stored(phone, 'IDToken')) storeValue(phone, 'IDToken', given)
  const idToken = given ?? (stored(phone, 'IDToken') as string | null)
  if (idToken && !stored(phone, 'decodedIDToken'))
    storeValue(phone, 'decodedIDToken', await verifiedIdToken(phone, idToken, channelId))
}

const CREDENTIALS = [
  'access_token',
  'context_token',
  'feature_token',
  'id_token',
  'client_id',
  'mst_verifier',
  'mst_challenge',
  'msit',
]

function withoutCredentials(address: string): string {
  const url = new URL(address)
  const kept = url.hash
    .slice(1)
    .split('&')
    .filter(part => part !== '' && !CREDENTIALS.includes(part.split('=')[0] ?? ''))
  url.hash = kept.join('&')
  return url.href
}
