import type { Place } from './place.ts'
import { addressOf } from './visit.ts'

/**
 * The address that LINE opens, tokens and all, or a screen's with the same: LINE's own host is no part of a visit. The
 * screen is asked for by S2's `redirect`, too: without it most lead home after the login.
 */
export async function launched(place: Place, path?: string): Promise<string> {
  const answer = await fetch(addressOf(place, 'line'), { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`LINE opens nothing: ${answer.status}`)
  const url = new URL(location, place.url)
  if (path !== undefined && path !== '/') {
    url.pathname = path
    url.searchParams.set('redirect', path)
  }
  return url.href
}

/** What LINE's WebView brings of itself, the emulator's script does: in the browser, not over the network. */
export const shimOf = async (place: Place): Promise<string> =>
  (await fetch(`${place.url}/__emulator/shim.js`)).text()
