import type { Site } from './site.ts'
import { addressOf } from './visit.ts'

/** Returns the address at which LINE opens the app at `path`, with LINE's tokens and spec S2's `redirect`. */
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

/** Returns the emulator's script for injection: on a phone this code is part of LINE and needs no request. */
export const shimSource = async (site: Site): Promise<string> =>
  (await fetch(`${site.local}/__emulator/shim.js`)).text()
