import { campaignLink, staysAfterLogin } from '#contract/campaign-link.ts'
import { LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { clipped } from '#contract/rules.ts'

/** The data that startup reads from the URL of a visit. */
export type Launch = {
  /** The query of the URL, without `?`. */
  readonly query: string
  /** The path of the requested screen. */
  readonly path: string
  /** The hash of the URL without LINE's launch credentials. Starts with `#` or is empty. */
  readonly hash: string
  /** The source from which the customer came (spec S4's logstate); empty if unknown. */
  readonly logstate: string
  /** The path to open after login (spec S2), or null. */
  readonly redirect: string | null
  /**
   * True if the URL contains parameters that the LIFF SDK has not read yet. The URL must not change before
   * the SDK's init has finished.
   */
  readonly hasSdkParameters: boolean
  /** True if the URL contains other parameters of LIFF, such as `liff.hback` after new tokens. */
  readonly hasLiffParameters: boolean
  /**
   * True if the URL contains LINE's error for a declined LINE Login. The error stays in the URL until the app
   * removes it.
   */
  readonly refusedLogin: boolean
}

/** Base URL for parsing paths. Any origin works, because only the path, query and hash of the result are used. */
const BASE = 'https://app.invalid'

/** The SDK's mark for a login that ends in this page. */
const FINISHED_HERE = 'liffIsEscapedFromApp'

/** Parses the URL of a visit. `search` is the query without `?`; `hash` is empty or starts with `#`. */
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
 * Returns the address to which a LINE deep link leads, as a path with query and hash, or null if the URL is not a deep link.
 * LINE opens the campaign's base URL with the rest of the link in the parameter `liff.state`; at the end of init, the SDK
 * would navigate there with a second page load. Leads to `/` if the link is not a valid path of the app. `search` is the
 * query without `?`; `hash` is the URL's hash, whose launch credentials the address keeps.
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

/**
 * Returns the logstate by spec S4's rule: the parameter `logstate`, otherwise `state`, otherwise an empty string.
 * If the query also has `code`, `liffClientId` or `liffOAuth2Error` (sent if the customer declined the
 * login), `state` belongs to LINE Login and is ignored.
 */
function logstateOf(query: URLSearchParams): string {
  const fromLogin = ['code', 'liffClientId', 'liffOAuth2Error'].some(name => query.has(name))
  const text = query.get('logstate') ?? (fromLogin ? null : query.get('state')) ?? ''
  const plain = text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return clipped(plain, LOGSTATE_MAX_LENGTH).trim()
}

/**
 * Returns a `redirect` that is safe to follow (spec S2): a path of our own origin, without credentials in its hash. Returns null
 * for any value with a scheme or a host, and for characters from which a browser may read a host (`//`, a
 * backslash, a control character).
 */
export function safePath(text: string | null): string | null {
  if (text === null || !text.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return null
  const url = parse(text)
  if (url === null || url.origin !== BASE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + cleanHash(url.hash)
}

/**
 * Adds the SDK's mark `liffIsEscapedFromApp` to the query with which LINE Login returns; returns any other
 * query unchanged. `search` starts with `?` or is empty. Without the mark, the SDK on Android loads the page
 * once more after it has signed the customer in, or asks the customer to open the page in a browser, depending
 * on `document.referrer`. That question fails here, because this build of the SDK does not load its texts.
 */
export function finishedHere(search: string): string {
  const query = new URLSearchParams(search)
  const returned = query.has('liffClientId') && !query.has(FINISHED_HERE)
  return returned ? `${search}&${FINISHED_HERE}=true` : search
}

/** Returns the launch's own query parameters: without those of LINE, `redirect` and `logstate`. */
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

/**
 * Returns the query for URLs that lead to LINE and back: the launch's own parameters, and `redirect` and `logstate` if set.
 * Starts with `?`, or is empty.
 */
export function carriedQuery(launch: Launch): string {
  const query = ownQuery(launch)
  if (launch.redirect !== null) query.set('redirect', launch.redirect)
  if (launch.logstate !== '') query.set('logstate', launch.logstate)
  return searchOf(query)
}

/** Returns the screen that the launch has opened: its path, its own parameters and its hash. */
export const openedScreen = (launch: Launch): string => launch.path + searchOf(ownQuery(launch)) + launch.hash

/** Returns the launch of a screen that is open now. If it is another screen, the launch's parameters are not its own. */
export const launchAt = (launch: Launch, path: string): Launch =>
  path === launch.path ? launch : { ...launch, path, query: '', hash: '' }

/** Returns the URL that opens the campaign in LINE at the screen of this visit. */
export function lineAddress(liffId: string, launch: Launch): string {
  const path = launch.path === '/' ? '' : launch.path
  return `${campaignLink(liffId)}${path}${carriedQuery(launch)}${launch.hash}`
}

/**
 * Returns the URL to which LINE Login returns. It has no hash, because OAuth forbids that (RFC 6749, 3.1.2); a screen with a
 * hash at which a login does not lead home is in `redirect` instead.
 */
export function loginReturn(origin: string, launch: Launch): string {
  const inRedirect = launch.hash !== '' && launch.redirect === null && staysAfterLogin(launch.path)
  const carried = inRedirect ? { ...launch, query: '', redirect: openedScreen(launch) } : launch
  return `${origin}${launch.path}${carriedQuery(carried)}`
}

/**
 * Returns the URL of the page on which a customer adds the official account as a friend. `oaId` includes the
 * `@`.
 */
export const addFriendAddress = (oaId: string): string => `https://line.me/R/ti/p/${encodeURIComponent(oaId)}`

function parse(text: string): URL | null {
  try {
    return new URL(text, BASE)
  } catch {
    return null
  }
}

/**
 * Matches the query parameters of LIFF and LINE Login, which are no longer needed once the SDK has read them.
 */
const sdkParameter =
  /^(code|state|liffClientId|liffRedirectUri|liffIsEscapedFromApp|liffOAuth2Error|error|error_description|liff\..+)$/
const credential =
  /^(access_token|id_token|feature_token|context_token|client_id|mst_challenge|mst_verifier|msit)=/

/**
 * Removes the SDK's parameters from a query. The result starts with `?` or is empty. The campaign's own
 * `state` (spec S4) is renamed to `logstate`.
 */
export function cleanSearch(search: string): string {
  const query = new URLSearchParams(search)
  const logstate = logstateOf(query)
  for (const name of [...query.keys()]) if (sdkParameter.test(name)) query.delete(name)
  if (logstate !== '') query.set('logstate', logstate)
  return searchOf(query)
}

/**
 * Removes LINE Login's code and LIFF's parameters from a query. Keeps an error of the login, which stays until the customer tries
 * again, and the mark of {@link finishedHere}, which the SDK reads at the end of init. Before init has read the query, a return
 * from the login stays complete: only parameters of LINE's app are removed then, such as `liff.hback` after new tokens.
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

/** True if the hash contains the credentials that LINE adds when it launches the app. */
export const holdsCredentials = (hash: string): boolean => parts(hash).some(part => credential.test(part))

/** Removes LINE's launch credentials from a hash. The result starts with `#` or is empty. */
export function cleanHash(hash: string): string {
  const rest = parts(hash).filter(part => part !== '' && !credential.test(part))
  return rest.length === 0 ? '' : `#${rest.join('&')}`
}

/** Returns a hash with the launch credentials of another one. The result starts with `#` or is empty. */
export function withCredentials(hash: string, launched: string): string {
  const all = [...parts(hash), ...parts(launched).filter(part => credential.test(part))].filter(
    part => part !== '',
  )
  return all.length === 0 ? '' : `#${all.join('&')}`
}
