import { retryAfterOf } from '#src/outbox/classify.ts'
import { MAX_WAIT_MS } from '#src/outbox/limits.ts'
import { type Failure, isRefused, type Reply, refusal } from '#src/ports.ts'

/**
 * Why a startup run could not finish. `portal`: something other than our server responded, for example a Wi-Fi sign-in
 * page. `busy`: 429. `server`: 5xx. `unknown`: a response that this app does not know. `line`: LINE did not respond,
 * but our server did.
 */
export type Obstacle = {
  readonly why: 'network' | 'timeout' | 'portal' | 'busy' | 'server' | 'unknown' | 'line'
  /** The end of `Retry-After` (phone's clock, milliseconds since 1970), at most `MAX_WAIT_MS` away. */
  readonly until: number | null
  /** For support: the request id or HTTP status. */
  readonly reference: string | null
  readonly failure: Failure
}

export const noNetwork: Obstacle = {
  why: 'network',
  until: null,
  reference: null,
  failure: { kind: 'network' },
}

export const lineObstacle = (code: string | null): Obstacle => ({
  why: 'line',
  until: null,
  reference: code,
  failure: refusal(503, 'LINE_UNAVAILABLE', { requestId: code ?? '' }),
})

export function obstacleOf(
  { failure, headers }: Pick<Extract<Reply<unknown>, { ok: false }>, 'failure' | 'headers'>,
  now: number,
): Obstacle {
  const seconds = retryAfterOf(failure) ?? Number(headers?.get('retry-after') ?? Number.NaN)
  const status = 'status' in failure ? String(failure.status) : null
  return {
    why: whyOf(failure),
    until: seconds > 0 ? now + Math.min(seconds * 1000, MAX_WAIT_MS) : null,
    reference: failure.kind === 'refused' && failure.requestId !== '' ? failure.requestId : status,
    failure,
  }
}

function whyOf(failure: Failure): Obstacle['why'] {
  if (failure.kind === 'timeout') return 'timeout'
  if (!('status' in failure)) return failure.kind === 'missing' ? 'unknown' : 'network'
  const { status } = failure
  if (isRefused(failure, 'LINE_UNAVAILABLE')) return 'line'
  if (status === 429) return 'busy'
  // 511: Network Authentication Required (RFC 6585).
  if (status < 400 || status === 511) return 'portal'
  return status >= 500 ? 'server' : 'unknown'
}
