import { isLoopback } from './loopback.ts'

/**
 * Domain of the phones in the panel. Each user's LINE app and each user's browser has its own origin under
 * this domain, so that the browser separates their cookies, storage, caches and workers. All these origins
 * are same-site with the panel, so that `SameSite=Strict` cookies work in the panel's frames. Browsers
 * resolve every host name under `localhost` to this machine.
 */
const PHONE_DOMAIN = 'phone.localhost'

/** The host name of the panel when each phone has its own origin. */
export const PANEL_HOST = `panel.${PHONE_DOMAIN}`

/** `line` is the LINE app with its LIFF browser, `browser` the phone's own browser, `other` a second browser of the phone. */
type PhonePart = 'line' | 'browser' | 'other'

export type PhoneOrigin = { readonly part: PhonePart; readonly userId: string }

const HOST = /^(line|browser|other)-u([0-9a-f]{32})\.phone\.localhost$/

/** Parses a phone's host name. Returns null for any other host name. */
export function phoneOf(hostname: string): PhoneOrigin | null {
  const [, part, id] = HOST.exec(hostname) ?? []
  return part === undefined || id === undefined ? null : { part: part as PhonePart, userId: `U${id}` }
}

/** Returns the host name for the LINE app or the browser on a user's phone. */
export function phoneHost({ part, userId }: PhoneOrigin): string {
  return `${part}-${userId.toLowerCase()}.${PHONE_DOMAIN}`
}

/**
 * Returns the URL with the host name of the user's second browser. Its origin is separate, so the page has no storage and no
 * cookies of the first browser. Returns a URL of another machine unchanged.
 */
export function inOtherBrowser(address: string, userId: string): string {
  const url = new URL(address)
  if (!isLoopback(url.hostname)) return address
  url.hostname = phoneHost({ part: 'other', userId })
  return url.href
}

/** Replaces a phone's host name in a URL with `localhost`. */
export function plainAddress(address: string): string {
  return address.replace(/^(https?:\/\/)[^/:]+\.phone\.localhost(?=[:/]|$)/, '$1localhost')
}
