import { campaignLink, staysAfterLogin } from '#contract/campaign-link.ts'
import { LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { clipped } from '#contract/rules.ts'

export type Launch = {
  readonly query: string
  readonly path: string
  /** The URL's hash without LINE's launch credentials. */
  readonly hash: string
  /** Spec S4's logstate; empty if unknown. */
  readonly logstate: string
  readonly redirect: string | null
  /** True if the LIFF SDK must read the URL. The URL must then not change until the SDK's init has finished. */
  readonly hasSdkParameters: boolean
  /** True for parameters such as `liff.hback`, which LIFF adds with new tokens. */
  readonly hasLiffParameters: boolean
  /** True if the customer declined the login. LINE's error remains in the URL until the app removes it. */
  readonly refusedLogin: boolean
}

const BASE = 'https://app.invalid'

const FINISHED_HERE = 'liffIsEscapedFromApp'

/** `search` has no `?`; `hash` is empty or starts with `#`. */
export function parseLaunch(path: string, search: string, hash = ''): Launch {
  const query = new URLSearchParams(search)
  return {
    query: search,
    path,
    hash: cleanHash(hash),
    logstate: logstateOf(query),
    redirect: safePath(query.get('redirect')),
    hasSdkParameters: query.has('code') || query.has('liffOAuth2Error'),
    hasLiffParameters: [...query.keys()].some(name => name.startsWith('liff.')),
    refusedLogin: query.has('liffOAuth2Error'),
  }
}

/**
 * LINE puts a deep link's path into `liff.state`, and the SDK would load the page a second time to open it. Keeps the
 * launch credentials in `hash`. Returns null without a deep link.
 */
export function deepLink(search: string, hash = ''): string | null {
  const query = new URLSearchParams(search)
  const state = query.get('liff.state')
  if (state === null) return null
  const to = safePath(state.startsWith('/') ? state : `/${state}`) ?? '/'
  query.delete('liff.state')
  const rest = query.toString()
  const [screen = '', part = ''] = to.split('#')
  const address = rest === '' ? screen : `${screen}${screen.includes('?') ? '&' : '?'}${rest}`
  return address + (part === '' ? hash : withCredentials(`#${part}`, hash))
}

/** Spec S4's rule: `logstate`, or else `state` if the query is not from LINE Login. */
function logstateOf(query: URLSearchParams): string {
  const fromLogin = ['code', 'liffClientId', 'liffOAuth2Error'].some(name => query.has(name))
  const text = query.get('logstate') ?? (fromLogin ? null : query.get('state')) ?? ''
  const plain = text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return clipped(plain, LOGSTATE_MAX_LENGTH).trim()
}

/** Accepts only paths of our origin (spec S2). Browsers may read `//`, a backslash or a control character as a host. */
export function safePath(text: string | null): string | null {
  if (text === null || !text.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return null
  const url = parse(text)
  if (url === null || url.origin !== BASE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + cleanHash(url.hash)
}

/**
 * Adds the SDK's mark for a login that ends in this page. Without it, the SDK on Android reloads the page after the
 * login or shows a prompt, which fails because this build has no texts for it.
 */
export function finishedHere(search: string): string {
  const query = new URLSearchParams(search)
  const returned = query.has('liffClientId') && !query.has(FINISHED_HERE)
  return returned ? `${search}&${FINISHED_HERE}=true` : search
}

function ownQuery(launch: Launch): URLSearchParams {
  const query = new URLSearchParams(launch.query)
  for (const name of [...query.keys()])
    if (sdkParameter.test(name) || name === 'redirect' || name === 'logstate') query.delete(name)
  return query
}

const searchOf = (query: URLSearchParams): string => {
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export function carriedQuery(launch: Launch): string {
  const query = ownQuery(launch)
  if (launch.redirect !== null) query.set('redirect', launch.redirect)
  if (launch.logstate !== '') query.set('logstate', launch.logstate)
  return searchOf(query)
}

export const openedScreen = (launch: Launch): string => launch.path + searchOf(ownQuery(launch)) + launch.hash

/** Drops the launch's parameters if another screen is open now. */
export const launchAt = (launch: Launch, path: string): Launch =>
  path === launch.path ? launch : { ...launch, path, query: '', hash: '' }

export function lineAddress(liffId: string, launch: Launch): string {
  const path = launch.path === '/' ? '' : launch.path
  return `${campaignLink(liffId)}${path}${carriedQuery(launch)}${launch.hash}`
}

/** OAuth forbids a hash in a redirect URI (RFC 6749, 3.1.2), so a screen with a hash goes into `redirect`. */
export function loginReturn(origin: string, launch: Launch): string {
  const inRedirect = launch.hash !== '' && launch.redirect === null && staysAfterLogin(launch.path)
  const carried = inRedirect ? { ...launch, query: '', redirect: openedScreen(launch) } : launch
  return `${origin}${launch.path}${carriedQuery(carried)}`
}

/** `oaId` includes the `@`. */
export const addFriendAddress = (oaId: string): string => `https://line.me/R/ti/p/${encodeURIComponent(oaId)}`

function parse(text: string): URL | null {
  try {
    return new URL(text, BASE)
  } catch {
    return null
  }
}

const sdkParameter =
  /^(code|state|liffClientId|liffRedirectUri|liffIsEscapedFromApp|liffOAuth2Error|error|error_description|liff\..+)$/
const credential =
  /^(access_token|id_token|feature_token|context_token|client_id|mst_challenge|mst_verifier|msit)=/

/** Renames the campaign's own `state` to `logstate` (spec S4). */
export function cleanSearch(search: string): string {
  const query = new URLSearchParams(search)
  const logstate = logstateOf(query)
  for (const name of [...query.keys()]) if (sdkParameter.test(name)) query.delete(name)
  if (logstate !== '') query.set('logstate', logstate)
  return searchOf(query)
}

/**
 * Removes LINE Login's code and LIFF's parameters, but keeps the error of a declined login and the mark of {@link
 * finishedHere}. Keeps all parameters of a login's return until init has read them (`isRead`).
 */
export function withoutRead(search: string, isRead = true): string {
  const { hasSdkParameters, hasLiffParameters, refusedLogin } = parseLaunch('/', search.replace(/^\?/, ''))
  const stays = hasSdkParameters ? !isRead : !hasLiffParameters
  if (refusedLogin || stays) return search
  const clean = cleanSearch(search)
  if (!new URLSearchParams(search).has(FINISHED_HERE)) return clean
  return `${clean}${clean === '' ? '?' : '&'}${FINISHED_HERE}=true`
}

const parts = (hash: string): string[] => hash.replace(/^#/, '').split('&')

export const holdsCredentials = (hash: string): boolean => parts(hash).some(part => credential.test(part))

export function cleanHash(hash: string): string {
  const rest = parts(hash).filter(part => part !== '' && !credential.test(part))
  return rest.length === 0 ? '' : `#${rest.join('&')}`
}

export function withCredentials(hash: string, launched: string): string {
  const all = [...parts(hash), ...parts(launched).filter(part => credential.test(part))].filter(
    part => part !== '',
  )
  return all.length === 0 ? '' : `#${all.join('&')}`
}
