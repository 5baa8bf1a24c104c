import { BACKOFF_BASE_MS, BACKOFF_CAP_MS, BACKOFF_FLOOR_MS, MAX_WAIT_MS } from './limits.ts'

/**
 * Returns the retry delay in milliseconds after `failures` failures in a row, at least `retryAfter` seconds. Full
 * jitter keeps a million phones from retrying in the same second.
 */
export function backoff(
  failures: number,
  random: number,
  more: { readonly visible: boolean; readonly retryAfter: number | null },
): number {
  const cap = more.visible ? BACKOFF_CAP_MS.visible : BACKOFF_CAP_MS.hidden
  const spread = random * Math.min(cap, BACKOFF_BASE_MS * 2 ** Math.min(failures, 20))
  const asked = more.retryAfter === null ? 0 : more.retryAfter * 1000 * (1 + random * 0.1)
  return Math.round(Math.min(MAX_WAIT_MS, Math.max(BACKOFF_FLOOR_MS, spread, asked)))
}
