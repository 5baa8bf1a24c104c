import type { CallDefinition } from '#contract/define-call.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { type FoundSession, findSession } from './sessions.ts'

/** Ignores cookies. A call without a valid session counts towards its address's rate limit. */
export async function authenticate(
  deps: ServerDeps,
  limits: RateLimit,
  incoming: { call: CallDefinition; headers: Headers; ip: string; now: number },
): Promise<FoundSession> {
  const { call, headers, ip, now } = incoming
  try {
    const session = await findSession(deps.db, headers.get('authorization'), now)
    const isRepeat = call.endsSession && headers.has('idempotency-key')
    if (session.state === 'revoked' && !isRepeat) throw new ApiError('UNAUTHORIZED')
    return session
  } catch (error) {
    if (error instanceof ApiError) await limits.take(`ip:${ip}`, PER_MINUTE.address)
    throw error
  }
}

/** Returns null if there is no valid session, or if `X-Owner` is another customer's id. */
export async function authenticateIfPossible(
  deps: ServerDeps,
  limits: RateLimit,
  incoming: Parameters<typeof authenticate>[2],
): Promise<FoundSession | null> {
  const { headers } = incoming
  if (!headers.has('authorization')) return null
  try {
    const session = await authenticate(deps, limits, incoming)
    const owner = headers.get('x-owner')
    return owner === null || owner === session.caller.customerId ? session : null
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'RATE_LIMITED') return null
    throw error
  }
}

/**
 * `X-Owner`, if present, must be the id of the session's customer. If another customer has signed in in another tab,
 * this tab must neither send nor show one customer's data as the other's.
 */
export function authorize(call: CallDefinition, headers: Headers, { caller }: FoundSession): void {
  const owner = headers.get('x-owner')
  if (owner !== null && owner !== caller.customerId) throw new ApiError('OWNER_MISMATCH')
  if (caller.status === 'provisional' && !call.provisional) throw new ApiError('CUSTOMER_NOT_REGISTERED')
}
