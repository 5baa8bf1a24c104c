import {
  hashWithoutCredentials,
  isUnder,
  linkBelow,
  partsOf,
  pathBelow,
  queryOf,
  without,
} from '../url-below.ts'
import { liffError } from './liff-error.ts'
import { configuredId, contextOf, navigate, type Phone } from './phone.ts'

/**
 * Matches URLs that the SDK rejects: they contain a forbidden character, a second hash or an invalid percent
 * escape.
 */
const FORBIDDEN = /[\u0080-\uffff<"{|}>\\^`]|\n|.*#.*#|%(?![0-9A-Fa-f]{2})[^%]{0,2}/

type LinkContext = { readonly endpointUrl: string; readonly mini: string | null }

function linkContext(phone: Phone): LinkContext {
  const context = contextOf(phone)
  if (!context) throw liffError('INIT_FAILED', 'Could not get Context from server.')
  if (!context.endpointUrl) throw liffError('INIT_FAILED', 'Could not get endpointUrl from server.')
  if (!context.permanentLinkPattern)
    throw liffError('INIT_FAILED', 'Could not get permanentLinkPattern from server.')
  const mini = context.miniDomainAllowed ? String(context.miniAppId || configuredId(phone)) : null
  return { endpointUrl: String(context.endpointUrl), mini }
}

/** `liff.permanentLink.createUrl`: returns the LIFF URL of the current page. */
export function createUrl(phone: Phone): string {
  const { endpointUrl } = linkContext(phone)
  const [endpoint, url] = [new URL(endpointUrl), new URL(phone.page().url)]
  if (!isUnder(endpoint, url)) throw liffError('INVALID_CONFIG', 'Current page is not under entrypoint.')
  const clean = (text: string) => partsOf(text).filter(part => !part.includes('liff.state'))
  const { extraQuery } = phone.page()
  const items = without([...clean(url.search), ...(extraQuery ? [extraQuery] : [])], clean(endpoint.search))
  const hash = hashWithoutCredentials(url)
  const tail = hash === '' || hash === endpoint.hash.slice(1) ? '' : `#${hash}`
  return `https://liff.line.me/${configuredId(phone)}${pathBelow(endpoint, url)}${queryOf(items)}${tail}`
}

/** Parses a URL below the app's endpoint. Throws INVALID_ARGUMENT for any other URL. */
export function parseAppUrl(endpointUrl: string, address: string): { endpoint: URL; url: URL } {
  if (FORBIDDEN.test(address)) throw liffError('INVALID_ARGUMENT', 'invalid URL.')
  const [endpoint, url] = [new URL(endpointUrl), new URL(address)]
  const sameUser = endpoint.username === url.username && endpoint.password === url.password
  if (!sameUser || !isUnder(endpoint, url)) throw liffError('INVALID_ARGUMENT', 'invalid URL.')
  return { endpoint, url }
}

/** `liff.permanentLink.createUrlBy`: returns the LIFF URL of another page of the app. */
export async function createUrlBy(phone: Phone, address: string): Promise<string> {
  const { liffId } = phone.page()
  if (!liffId) throw liffError('INIT_FAILED', 'Should run after liff init.')
  const { endpointUrl, mini } = linkContext(phone)
  parseAppUrl(endpointUrl, address)
  const base = mini === null ? `https://liff.line.me/${liffId}` : `https://miniapp.line.me/${mini}`
  return `${base}${linkBelow(endpointUrl, address)}`
}

/**
 * Navigates to the path below the endpoint that is in `liff.state` (LIFF's secondary redirect). Returns
 * false, without navigating, if the page is already at that path or if `liff.state` is missing or invalid.
 */
export function followLiffState(phone: Phone): boolean {
  const page = phone.page()
  const here = new URL(page.url)
  const state = here.searchParams.get('liff.state')
  if (state === null) return false
  const { endpointUrl } = linkContext(phone)
  const target = decodeState(endpointUrl, state)
  if (target === null || target === page.url) return false
  const back = here.searchParams.get('liff.hback')
  const url = new URL(target)
  if (back !== null) url.searchParams.set('liff.hback', back)
  const to = back === null ? target : url.href
  navigate(phone, to)
  return true
}

function decodeState(endpointUrl: string, state: string): string | null {
  try {
    const endpoint = new URL(endpointUrl)
    const target = new URL(`${endpoint.origin}${state.startsWith('/') ? '' : '/'}${state}`)
    const slash = (text: string) => /^[^?#]*\/(?=[?#]|$)/.test(text)
    const search =
      endpoint.search === '' ? target.search : endpoint.search + target.search.replaceAll('?', '&')
    let path = `${endpoint.pathname}${target.pathname}`.replace('//', '/')
    if (path.endsWith('/') && !slash(endpointUrl) && !slash(state)) path = path.slice(0, -1)
    return `${endpoint.origin}${path}${search}${target.hash}`
  } catch {
    return null
  }
}
