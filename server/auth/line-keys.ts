import { createRemoteJWKSet, customFetch } from 'jose'
import { isWaiting } from '#contract/recent.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'

const JWKS_URL = new URL('https://api.line.me/oauth2/v2.1/certs')
/** Keys stay valid for a day, so that customers can sign in even if LINE's keys cannot be fetched. */
const JWKS_OPTIONS = { cooldownDuration: 30_000, cacheMaxAge: DAY_MS, timeoutDuration: 3000 }
/** Refresh often, so that keys that LINE has removed are rejected promptly. */
const REFRESH_MS = 10 * MINUTE_MS
const RETRY_MS = 30_000

type KeySet = ReturnType<typeof createRemoteJWKSet>
type Cached = { readonly keys: KeySet; refreshAt: number }
const cachedKeys = new WeakMap<ServerDeps['line'], Cached>()

/**
 * Returns LINE's cached keys without waiting for a refresh. The keys are up to ten minutes old, or up to a day old if
 * LINE is unreachable.
 */
export function lineKeys({ line, clock, log }: Pick<ServerDeps, 'line' | 'clock' | 'log'>): KeySet {
  const now = clock.now()
  const cached = cachedKeys.get(line) ?? { keys: keySetOf(line), refreshAt: now + REFRESH_MS }
  cachedKeys.set(line, cached)
  if (!isWaiting(cached.refreshAt, now, REFRESH_MS)) {
    cached.refreshAt = now + RETRY_MS
    cached.keys.reload().then(
      () => {
        cached.refreshAt = now + REFRESH_MS
      },
      error => log.warn({ err: error }, "LINE's keys could not be refreshed; the cached keys are still used"),
    )
  }
  return cached.keys
}

function keySetOf(line: ServerDeps['line']): KeySet {
  return createRemoteJWKSet(JWKS_URL, {
    ...JWKS_OPTIONS,
    [customFetch]: (url, init) => line.fetch(new Request(url, init)),
  })
}
