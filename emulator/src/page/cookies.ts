import { STORE_PREFIX } from '../page-config.ts'

/** The document whose cookies are read or written. */
export type Jar = Pick<Document, 'cookie'>

/** Writes a Secure cookie with path `/`, as the SDK does. The cookie expires at `until`, in ms since 1970. */
export function writeCookie(name: string, value: string, until: number, jar: Jar = document): void {
  jar.cookie = `${name}=${value}; expires=${new Date(until).toUTCString()}; path=/; secure`
}

/** Deletes a cookie with a past `expires`; with `max-age=0` it can still be readable in the same tick. */
export function deleteCookie(name: string, jar: Jar = document): void {
  writeCookie(name, '', 0, jar)
}

/** Name of the cookie with an app's access token expiry. The SDK reads it synchronously during `liff.init`. */
export const expiryCookieName = (liffId: string) => `${STORE_PREFIX}expires:${liffId}`

/**
 * Stores the SDK's cookies without `Secure` if the browser refuses that on an http page, as WebKit does also on
 * localhost. Without the cookie, the SDK would sign the user out at every reload outside LINE.
 */
export function allowSdkCookies(): void {
  const descriptor = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  const { get, set } = descriptor ?? {}
  if (!descriptor || !get || !set || acceptsSecure()) return
  Object.defineProperty(Document.prototype, 'cookie', {
    ...descriptor,
    get,
    set(this: Document, value: unknown) {
      const text = String(value)
      set.call(this, text.startsWith(STORE_PREFIX) ? text.replace(/;\s*secure\s*(?=;|$)/i, '') : text)
    },
  })
}

function acceptsSecure(): boolean {
  const name = 'LIFF_EMULATOR:secure'
  writeCookie(name, '1', Date.now() + 60_000)
  const accepted = document.cookie.includes(`${name}=`)
  deleteCookie(name)
  return accepted
}
