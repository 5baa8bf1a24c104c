import type { Site } from './site.ts'
import { addressOf } from './visit.ts'

/**
 * Returns the address with which LINE launches the app, including LINE's tokens. `path` selects a screen.
 * LINE's own redirect is not part of a visit. The screen is also passed in spec S2's `redirect` parameter, because
 * otherwise most screens lead to home after the login.
 */
export async function launchUrl(site: Site, path?: string): Promise<string> {
  const address = addressOf(site, 'line').replace(site.url, site.local)
  const answer = await fetch(address, { redirect: 'manual' })
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
 * Returns the emulator's script, which the browser injects. On a phone this code is part of LINE, so it must
 * not cost a request.
 */
export const shimSource = async (site: Site): Promise<string> =>
  (await fetch(`${site.local}/__emulator/shim.js`)).text()
