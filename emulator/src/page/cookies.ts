import { STORE_PREFIX } from '../page-config.ts'

/** Where a cookie is written; the page's own document where none is named. */
type Jar = Pick<Document, 'cookie'>

/** Writes a cookie of the whole origin, as the SDK does. `until`: when it ends, ms since 1970. */
export function writeCookie(name: string, value: string, until: number, jar: Jar = document): void {
  jar.cookie = `${name}=${value}; expires=${new Date(until).toUTCString()}; path=/; secure`
}

/** Ends a cookie by a date that is over everywhere: a lifetime of no seconds may still be read in the same moment. */
export function deleteCookie(name: string, jar: Jar = document): void {
  writeCookie(name, '', 0, jar)
}

/** The names of the cookies that a page can see. */
export function cookieNames(jar: Jar = document): string[] {
  return jar.cookie.split('; ').flatMap(pair => pair.split('=')[0] || [])
}

/** The cookie that holds when an app's access token ends; the SDK reads it synchronously at its init. */
export const expiryCookieName = (liffId: string) => `${STORE_PREFIX}expires:${liffId}`
