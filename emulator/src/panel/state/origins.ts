import { PANEL_HOST, phoneHost, phoneOf } from '../../phones.ts'
import type { Scenario } from '../api/types.ts'

/** How long the panel waits to learn whether this browser reaches the phones' own origins, milliseconds. */
const PROBE_MS = 1500

const port = location.port === '' ? '' : `:${location.port}`

/** Whether the panel stands beside its phones, each of which then is an origin of its own. */
export function usesPhoneOrigins(): boolean {
  return location.hostname === PANEL_HOST
}

/** The origin everything has outside the panel. */
export function localhostOrigin(): string {
  return usesPhoneOrigins() ? `${location.protocol}//localhost${port}` : location.origin
}

/** The origin of a user's LINE, or of their own browser; this one where phones have none of their own. */
export function originFor(kind: Scenario['environment']['kind'], userId: string): string {
  if (!usesPhoneOrigins()) return location.origin
  const host = phoneHost({ part: kind === 'external' ? 'browser' : 'line', userId })
  return `${location.protocol}//${host}${port}`
}

/** An address of a user's LINE as their own browser opens it; any other as it is. */
export function toBrowserUrl(address: string): string {
  const url = new URL(address)
  const phone = phoneOf(url.hostname)
  if (phone !== null) url.hostname = phoneHost({ ...phone, part: 'browser' })
  return url.href
}

/**
 * Goes on beside the phones where this browser takes names under `localhost` to this machine. Resolves false where the
 * panel stays here, with one origin for all.
 */
export async function moveToPanelHost(): Promise<boolean> {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(location.hostname)) return false
  const there = `${location.protocol}//${PANEL_HOST}${port}`
  const signal = AbortSignal.timeout(PROBE_MS)
  const reached = await fetch(`${there}/__emulator/api/health`, { mode: 'no-cors', signal }).catch(() => null)
  if (reached === null) return false
  location.replace(there + location.pathname + location.search + location.hash)
  return true
}
