import { LOGSTATE_MAX_LENGTH } from '#contract/limits.ts'
import { clipped } from '#contract/rules.ts'

/** What the address of a visit asks for. */
export type Launch = {
  /** The app's own path. */
  readonly path: string
  /** S4: where the customer came from; empty when not given. */
  readonly logstate: string
  /** S2: a path of our own to go to after login. */
  readonly redirect: string | null
  /** The address still holds what the LIFF SDK has to read: it must not be changed before init has ended. */
  readonly hasSdkParameters: boolean
  /** LINE Login was refused, and the address says so until it is cleaned. */
  readonly refusedLogin: boolean
}

/** Any origin does: only path and query are read. */
const BASE = 'https://app.invalid'

/** Reads the address of a visit. `search` without `?`. */
export function parseLaunch(path: string, search: string): Launch {
  const query = new URLSearchParams(search)
  return {
    path,
    logstate: logstateOf(query),
    redirect: safePath(query.get('redirect')),
    hasSdkParameters: query.has('code') || query.has('liffOAuth2Error'),
    refusedLogin: query.has('liffOAuth2Error'),
  }
}

/**
 * Where a deep link of LINE's leads: LINE opens the campaign's own address with the rest of the link in `liff.state`,
 * and the SDK goes there at the end of its init by loading the document anew. Home, where that is no path of our own;
 * null where there is nothing to resolve. `search` without `?`; the answer is path and query, without the hash.
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
 * S4's logstate rule: `logstate`, else `state`, else empty. Beside `code`, `liffClientId` or
 * `liffOAuth2Error` (a login that was declined), `state` is LINE Login's own parameter and does not count.
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
 * A `redirect` that may be followed (S2): a path of our own origin, without its hash. Anything with a scheme, a host
 * or a trick that a browser reads as one (`//`, a backslash, a control character) is null.
 */
export function safePath(text: string | null): string | null {
  if (text === null || !text.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return null
  const url = parse(text)
  if (url === null || url.origin !== BASE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search
}

/** The query that goes along to LINE and back: `redirect` and `logstate`, where there are any. With `?`, or empty. */
export function carriedQuery(launch: Launch): string {
  const query = new URLSearchParams()
  if (launch.redirect !== null) query.set('redirect', launch.redirect)
  if (launch.logstate !== '') query.set('logstate', launch.logstate)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** The campaign's address in LINE: for sharing, and to be scanned. */
export const campaignAddress = (liffId: string): string => `https://liff.line.me/${liffId}`

/** The same, opening it there at the same place. */
export function lineAddress(liffId: string, launch: Launch): string {
  return `${campaignAddress(liffId)}${launch.path === '/' ? '' : launch.path}${carriedQuery(launch)}`
}

/** The page on which a customer adds the official account. `oaId` with its `@`. */
export const addFriendAddress = (oaId: string): string => `https://line.me/R/ti/p/${encodeURIComponent(oaId)}`

function parse(text: string): URL | null {
  try {
    return new URL(text, BASE)
  } catch {
    return null
  }
}

/** What LIFF and LINE Login put into the query, and what is of no use once the SDK has read it. */
const sdkParameter =
  /^(code|state|liffClientId|liffRedirectUri|liffOAuth2Error|error|error_description|liff\..+)$/
const credential =
  /^(access_token|id_token|feature_token|context_token|client_id|mst_challenge|mst_verifier|msit)=/

/** A query without what belongs to the SDK. With `?`, or empty. S4's `state` of our own becomes `logstate`. */
export function cleanSearch(search: string): string {
  const query = new URLSearchParams(search)
  const logstate = logstateOf(query)
  for (const name of [...query.keys()]) if (sdkParameter.test(name)) query.delete(name)
  if (logstate !== '') query.set('logstate', logstate)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const parts = (hash: string): string[] => hash.replace(/^#/, '').split('&')

/** Whether a hash carries the credentials of a launch inside LINE. */
export const holdsCredentials = (hash: string): boolean => parts(hash).some(part => credential.test(part))

/** A hash without the credentials of a launch. With `#`, or empty. */
export function cleanHash(hash: string): string {
  const rest = parts(hash).filter(part => part !== '' && !credential.test(part))
  return rest.length === 0 ? '' : `#${rest.join('&')}`
}
