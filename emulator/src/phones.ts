/**
 * Where the panel's phones live. Each user's LINE and each user's browser is an origin of its own, so that the browser
 * itself keeps their cookies, storage, caches and workers apart; all are one site with the panel, so that
 * `SameSite=Strict` cookies work in its frames. Browsers take every name under `localhost` to this machine.
 */
const PHONE_DOMAIN = 'phone.localhost'

/** The host name of the panel beside its phones. */
export const PANEL_HOST = `panel.${PHONE_DOMAIN}`

/** LINE with its LIFF browser, or the phone's own browser. */
type PhonePart = 'line' | 'browser'

export type PhoneOrigin = { readonly part: PhonePart; readonly userId: string }

const HOST = /^(line|browser)-u([0-9a-f]{32})\.phone\.localhost$/

/** Whose phone, and which part of it, a host name is; null for any other. */
export function phoneOf(hostname: string): PhoneOrigin | null {
  const [, part, id] = HOST.exec(hostname) ?? []
  return part === undefined || id === undefined ? null : { part: part as PhonePart, userId: `U${id}` }
}

/** The host name of one part of a user's phone. */
export function phoneHost({ part, userId }: PhoneOrigin): string {
  return `${part}-${userId.toLowerCase()}.${PHONE_DOMAIN}`
}

/** An address with the phone's origin told as the plain one: `localhost`. */
export function plainAddress(address: string): string {
  return address.replace(/^(https?:\/\/)[^/:]+\.phone\.localhost(?=[:/]|$)/, '$1localhost')
}
