import { STORE_PREFIX } from '../page-config.ts'
import { wrapSetter } from './wrap.ts'

export type Jar = Pick<Document, 'cookie'>

/** Writes a cookie with the SDK's attributes. `until` is in ms since 1970. */
export function writeCookie(name: string, value: string, until: number, jar: Jar = document): void {
  jar.cookie = `${name}=${value}; expires=${new Date(until).toUTCString()}; path=/; secure`
}

/** Uses a past `expires` date: with `max-age=0`, the cookie may still be readable in the same tick. */
export function deleteCookie(name: string, jar: Jar = document): void {
  writeCookie(name, '', 0, jar)
}

/** The cookie that stores when an app's access token expires. The SDK reads it synchronously in `liff.init`. */
export const expiryCookieName = (liffId: string) => `${STORE_PREFIX}expires:${liffId}`

/** Drops `Secure`, which WebKit rejects on http pages. Without the SDK's cookies, a reload signs the user out. */
export function allowSdkCookies(): void {
  if (acceptsSecure()) return
  wrapSetter(Document.prototype, 'cookie', value => {
    const text = String(value)
    return text.startsWith(STORE_PREFIX) ? text.replace(/;\s*secure\s*(?=;|$)/i, '') : text
  })
}

function acceptsSecure(): boolean {
  const name = 'LIFF_EMULATOR:secure'
  writeCookie(name, '1', Date.now() + 60_000)
  const accepted = document.cookie.includes(`${name}=`)
  deleteCookie(name)
  return accepted
}
