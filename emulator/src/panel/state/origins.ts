import { PANEL_HOST, phoneHost, phoneOf } from '../../phones.ts'
import type { Scenario } from '../api/types.ts'

/** How long to wait for the panel's own host to answer. */
const PROBE_TIMEOUT_MS = 1500

const port = location.port === '' ? '' : `:${location.port}`

/** True if each phone has its own origin, separate from the panel's. */
export function usesPhoneOrigins(): boolean {
  return location.hostname === PANEL_HOST
}

/** Returns the emulator's `localhost` origin, for use outside the panel. */
export function localhostOrigin(): string {
  return usesPhoneOrigins() ? `${location.protocol}//localhost${port}` : location.origin
}

/**
 * Returns the origin of a phone's LINE app or browser. If phones do not have their own origins, returns the panel's.
 */
export function originFor(kind: Scenario['environment']['kind'], userId: string): string {
  if (!usesPhoneOrigins()) return location.origin
  const host = phoneHost({ part: kind === 'external' ? 'browser' : 'line', userId })
  return `${location.protocol}//${host}${port}`
}

/** Changes a URL's origin from a user's LINE app to the same user's browser. Returns other URLs unchanged. */
export function toBrowserUrl(address: string): string {
  const url = new URL(address)
  const phone = phoneOf(url.hostname)
  if (phone !== null) url.hostname = phoneHost({ ...phone, part: 'browser' })
  return url.href
}

/**
 * Moves the panel to its own host if the browser resolves names under `localhost`, so that each phone has its own
 * origin. Otherwise, resolves to false, and all phones share the panel's origin.
 */
export async function moveToPanelHost(): Promise<boolean> {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) return false
  const panelOrigin = `${location.protocol}//${PANEL_HOST}${port}`
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  const reached = await fetch(`${panelOrigin}/__emulator/api/health`, { mode: 'no-cors', signal }).catch(
    () => null,
  )
  if (reached === null) return false
  location.replace(panelOrigin + location.pathname + location.search + location.hash)
  return true
}
