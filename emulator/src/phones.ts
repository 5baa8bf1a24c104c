import { isLoopback } from './loopback.ts'

/**
 * Each user's LINE app and browser have their own origins under this domain, so that the browser separates their
 * cookies, storage, caches and workers. They are same-site with the panel, so `SameSite=Strict` cookies work in its
 * frames. Browsers resolve every name under `localhost` to this machine.
 */
const PHONE_DOMAIN = 'phone.localhost'

export const PANEL_HOST = `panel.${PHONE_DOMAIN}`

/** `line` is the LINE app with its LIFF browser, `browser` the phone's own browser, and `other` a second browser. */
type PhonePart = 'line' | 'browser' | 'other'

export type PhoneOrigin = { readonly part: PhonePart; readonly userId: string }

const HOST = /^(line|browser|other)-u([0-9a-f]{32})\.phone\.localhost$/

export function phoneOf(hostname: string): PhoneOrigin | null {
  const [, part, id] = HOST.exec(hostname) ?? []
  return part === undefined || id === undefined ? null : { part: part as PhonePart, userId: `U${id}` }
}

export function phoneHost({ part, userId }: PhoneOrigin): string {
  return `${part}-${userId.toLowerCase()}.${PHONE_DOMAIN}`
}

/** Moves a URL of this machine to the origin of the second browser, which has its own storage and cookies. */
export function inOtherBrowser(address: string, userId: string): string {
  const url = new URL(address)
  if (!isLoopback(url.hostname)) return address
  url.hostname = phoneHost({ part: 'other', userId })
  return url.href
}

export function plainAddress(address: string): string {
  return address.replace(/^(https?:\/\/)[^/:]+\.phone\.localhost(?=[:/]|$)/, '$1localhost')
}
