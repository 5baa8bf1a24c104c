import type { CallDefinition } from '#contract/define-call.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { type FoundSession, findSession } from './sessions.ts'

/**
 * Finds the session of a call with a bearer token. Cookies are ignored. If the call has an `X-Owner` header, it
 * must contain the id of the session's customer: after another customer has signed in in another tab, a tab must
 * neither send the first customer's data with the new session nor show the new customer's data as the first one's.
 */
export async function authorize(
  deps: ServerDeps,
  limits: RateLimit,
  incoming: { call: CallDefinition; headers: Headers; ip: string; now: number },
): Promise<FoundSession> {
  const { call, headers, ip, now } = incoming
  const session = await findSession(deps.db, headers.get('authorization'), now).catch(async error => {
    if (error instanceof ApiError) await limits.take(`ip:${ip}`, PER_MINUTE.address)
    throw error
  })
  const isRepeat = call.endsSession && headers.has('idempotency-key')
  if (session.state === 'revoked' && !isRepeat) throw new ApiError('UNAUTHORIZED')
  const owner = headers.get('x-owner')
  if (owner !== null && owner !== session.caller.customerId) throw new ApiError('OWNER_MISMATCH')
  if (session.caller.status === 'provisional' && !call.provisional) {
    throw new ApiError('CUSTOMER_NOT_REGISTERED')
  }
  return session
}
