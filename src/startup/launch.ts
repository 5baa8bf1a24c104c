import { LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { clipped } from '#contract/rules.ts'

/** The data that startup reads from the URL of a visit. */
export type Launch = {
  /** The query of the URL, without `?`. */
  readonly query: string
  /** The path of the requested screen. */
  readonly path: string
  /** The source from which the customer came (spec S4's logstate); empty if unknown. */
  readonly logstate: string
  /** The path to open after login (spec S2), or null. */
  readonly redirect: string | null
  /**
   * True if the URL contains parameters that the LIFF SDK has not read yet. The URL must not change before
   * the SDK's init has finished.
   */
  readonly hasSdkParameters: boolean
  /**
   * True if the URL contains LINE's error for a declined LINE Login. The error stays in the URL until the app
   * removes it.
   */
  readonly refusedLogin: boolean
}

/** Base URL for parsing paths. Any origin works, because only the path and query of the result are used. */
const BASE = 'https://app.invalid'

/** Parses the URL of a visit. `search` is the query without `?`. */
export function parseLaunch(path: string, search: string): Launch {
  const query = new URLSearchParams(search)
  return {
    query: search,
    path,
    logstate: logstateOf(query),
    redirect: safePath(query.get('redirect')),
    hasSdkParameters: query.has('code') || query.has('liffOAuth2Error'),
    refusedLogin: query.has('liffOAuth2Error'),
  }
}

/**
 * Returns the path and query of a LINE deep link, or null if the URL is not a deep link. LINE opens the
 * campaign's base URL with the rest of the link in the parameter `liff.state`; at the end of init, the SDK
 * would navigate there with a second page load. Returns `/` if the link is not a valid path of the app.
 * `search` is the query without `?`; the hash is not included.
 */
export function deepLink(search: string): string | null {
  const query = new URLSearchParams(search)
  const state = query.get('liff.state')
  if (state === null) return null
  const to = safePath(state.startsWith('/') ? state : `/${state}`) ?? '/'
  query.delete('liff.state')
  const rest = query.toString()
  return rest === '' ? to : `${to}${to.includes('?') ? '&' : '?'}${rest}`
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
 * Returns a `redirect` that is safe to follow (spec S2): a path of our own origin, without its hash. Returns null
 * for any value with a scheme or a host, and for characters from which a browser may read a host (`//`, a
 * backslash, a control character).
 */
export function safePath(text: string | null): string | null {
  if (text === null || !text.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return null
  const url = parse(text)
  if (url === null || url.origin !== BASE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search
}

/**
 * Adds the SDK's mark `liffIsEscapedFromApp` to the query with which LINE Login returns; returns any other
 * query unchanged. `search` starts with `?` or is empty. Without the mark, the SDK on Android loads the page
 * once more after it has signed the customer in, or asks the customer to open the page in a browser, depending
 * on `document.referrer`. That question fails here, because this build of the SDK does not load its texts.
 */
export function finishedHere(search: string): string {
  const query = new URLSearchParams(search)
  const returned = query.has('liffClientId') && !query.has('liffIsEscapedFromApp')
  return returned ? `${search}&liffIsEscapedFromApp=true` : search
}

/**
 * Returns the query for URLs that lead to LINE and back: `redirect` and `logstate` if set. Starts with `?`,
 * or is empty.
 */
export function carriedQuery(launch: Launch): string {
  const query = new URLSearchParams()
  if (launch.redirect !== null) query.set('redirect', launch.redirect)
  if (launch.logstate !== '') query.set('logstate', launch.logstate)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Returns the URL that opens the campaign in LINE, for sharing and for QR codes. */
export const campaignAddress = (liffId: string): string => `https://liff.line.me/${liffId}`

/** Returns the URL that opens the campaign in LINE at the path of this visit. */
export function lineAddress(liffId: string, launch: Launch): string {
  return `${campaignAddress(liffId)}${launch.path === '/' ? '' : launch.path}${carriedQuery(launch)}`
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
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const parts = (hash: string): string[] => hash.replace(/^#/, '').split('&')

/** True if the hash contains the credentials that LINE adds when it launches the app. */
export const holdsCredentials = (hash: string): boolean => parts(hash).some(part => credential.test(part))

/** Removes LINE's launch credentials from a hash. The result starts with `#` or is empty. */
export function cleanHash(hash: string): string {
  const rest = parts(hash).filter(part => part !== '' && !credential.test(part))
  return rest.length === 0 ? '' : `#${rest.join('&')}`
}
