import { PANEL_HOST, phoneHost, phoneOf } from '../../phones.ts'
import type { Scenario } from '../api/types.ts'

/** Milliseconds to wait for the panel's own host when probing whether the browser can reach it. */
const PROBE_TIMEOUT_MS = 1500

const port = location.port === '' ? '' : `:${location.port}`

/** True if each phone has its own origin, separate from the panel's. */
export function usesPhoneOrigins(): boolean {
  return location.hostname === PANEL_HOST
}

/** Returns the `localhost` origin of the emulator, for use outside the panel. */
export function localhostOrigin(): string {
  return usesPhoneOrigins() ? `${location.protocol}//localhost${port}` : location.origin
}

/**
 * Returns the origin of the LINE app or the browser on a user's phone. If phones have no origins of their
 * own, returns the panel's origin.
 */
export function originFor(kind: Scenario['environment']['kind'], userId: string): string {
  if (!usesPhoneOrigins()) return location.origin
  const host = phoneHost({ part: kind === 'external' ? 'browser' : 'line', userId })
  return `${location.protocol}//${host}${port}`
}

/**
 * Converts a URL on the origin of a user's LINE app to the origin of the user's browser. Returns any other
 * URL unchanged.
 */
export function toBrowserUrl(address: string): string {
  const url = new URL(address)
  const phone = phoneOf(url.hostname)
  if (phone !== null) url.hostname = phoneHost({ ...phone, part: 'browser' })
  return url.href
}

/**
 * Moves the panel to its own host if the browser resolves names under `localhost`, so that each phone can have its own
 * origin. Resolves to false if the panel stays at its current URL and shares one origin with all phones.
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
