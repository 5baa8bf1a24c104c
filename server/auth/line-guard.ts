import { isWaiting } from '#contract/recent.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import { sha256Hex } from '#server/hash.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { PER_MINUTE } from '#server/http/rates.ts'

/** How long a rejected token is rejected without asking LINE again. */
const REFUSED_MS = 5 * MINUTE_MS
const MAX_REFUSED = 10_000
/** After this many consecutive failures, the server stops calling LINE for `PAUSE_MS`. */
const MAX_FAILURES = 5
const PAUSE_MS = 30_000

type Guard = {
  readonly refused: Map<string, { readonly error: ApiError; readonly until: number }>
  failures: number
  pausedUntil: number
}
const guards = new WeakMap<ServerDeps['line'], Guard>()

type Guarded = Pick<ServerDeps, 'line' | 'clock'> & { readonly limit: RateLimit['take'] }

/**
 * Calls `ask` unless LINE has already rejected the token, this minute's budget is used up, or LINE has just failed
 * several times. Otherwise anyone could flood LINE through this server until LINE restricts it.
 */
export async function guardLine<T>(
  { line, clock, limit }: Guarded,
  token: string,
  ask: () => Promise<T>,
): Promise<T> {
  const guard: Guard = guards.get(line) ?? { refused: new Map(), failures: 0, pausedUntil: 0 }
  guards.set(line, guard)
  const hash = sha256Hex(token)
  const now = clock.now()
  const refused = guard.refused.get(hash)
  if (refused && isWaiting(refused.until, now, REFUSED_MS)) throw refused.error
  await takeFromBudget(limit)
  if (isWaiting(guard.pausedUntil, now, PAUSE_MS)) throw unavailable((guard.pausedUntil - now) / 1000)
  // Only one call tests whether LINE works again; all others are rejected until it succeeds.
  if (guard.failures >= MAX_FAILURES) guard.pausedUntil = now + PAUSE_MS
  try {
    const answer = await ask()
    Object.assign(guard, { failures: 0, pausedUntil: 0 })
    return answer
  } catch (error) {
    const isFailure = !(error instanceof ApiError) || error.code === 'LINE_UNAVAILABLE'
    guard.failures = isFailure ? guard.failures + 1 : 0
    guard.pausedUntil = guard.failures >= MAX_FAILURES ? now + PAUSE_MS : 0
    if (!isFailure) remember(guard, hash, { error, until: now + REFUSED_MS })
    throw error
  }
}

async function takeFromBudget(limit: RateLimit['take']): Promise<void> {
  try {
    await limit('line', PER_MINUTE.line)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RATE_LIMITED') throw unavailable(error.retryAfter ?? 1)
    throw error
  }
}

const unavailable = (seconds: number) =>
  new ApiError('LINE_UNAVAILABLE', { retryAfter: Math.max(1, Math.ceil(seconds)) })

function remember({ refused }: Guard, hash: string, why: { error: ApiError; until: number }): void {
  refused.delete(hash)
  refused.set(hash, why)
  const [oldest] = refused.keys()
  if (refused.size > MAX_REFUSED && oldest !== undefined) refused.delete(oldest)
}
