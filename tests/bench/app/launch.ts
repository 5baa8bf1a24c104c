import type { Site } from './site.ts'
import { addressOf } from './visit.ts'

/**
 * Returns the address that LINE opens, with its tokens, optionally for a screen. LINE's own redirect is not part of a
 * visit. The screen is also passed as S2's `redirect`, because otherwise most screens lead to home after the login.
 */
export async function launchUrl(site: Site, path?: string): Promise<string> {
  const answer = await fetch(addressOf(site, 'line'), { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`LINE opens nothing: ${answer.status}`)
  const url = new URL(location, site.url)
  if (path !== undefined && path !== '/') {
    url.pathname = path
    url.searchParams.set('redirect', path)
  }
  return url.href
}

/**
 * Returns the emulator's script, to be run by the browser: on a phone it is part of LINE, so it must cost no request.
 */
export const shimSource = async (site: Site): Promise<string> =>
  (await fetch(`${site.url}/__emulator/shim.js`)).text()
