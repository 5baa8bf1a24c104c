import type { RouteName } from '#contract/routes.ts'
import type { ServerDeps } from '#server/deps.ts'
import { ApiError } from '#server/errors.ts'
import type { RateLimit } from '#server/http/rate-limit.ts'
import { RATE } from '#server/http/rates.ts'
import { type FoundSession, findSession } from './sessions.ts'

/** What a customer may do before registration is complete. */
const openToProvisional: ReadonlySet<RouteName> = new Set<RouteName>([
  'postCustomer',
  'getCustomer',
  'putCustomer',
  'logState',
  'logPageView',
  'logBatch',
  'cancel',
  'deleteCustomer',
  'deleteSession',
  'deleteSessions',
  'deleteMarketingConsent',
  'giveMarketingConsent',
  'deletePhoto',
])

/** Calls that end the session they are made with: only their repeat, by its key, is answered after that. */
const endsSession: ReadonlySet<RouteName> = new Set<RouteName>([
  'cancel',
  'deleteCustomer',
  'deleteSession',
  'deleteSessions',
])

/**
 * Who calls a route with a bearer token; cookies are never looked at. `X-Owner`, where present, must name the
 * same customer: a queue must not send one customer's work under another's session.
 */
export async function authorize(
  deps: ServerDeps,
  limits: RateLimit,
  call: { name: RouteName; headers: Headers; ip: string; now: number },
): Promise<FoundSession> {
  const { name, headers, ip, now } = call
  const session = await findSession(deps.db, headers.get('authorization'), now).catch(async error => {
    if (error instanceof ApiError) await limits.take(`ip:${ip}`, RATE.address)
    throw error
  })
  const replay = endsSession.has(name) && headers.has('idempotency-key')
  if (session.state === 'revoked' && !replay) throw new ApiError('UNAUTHORIZED')
  const owner = headers.get('x-owner')
  if (owner !== null && owner !== session.caller.customerId) throw new ApiError('OWNER_MISMATCH')
  if (session.caller.status === 'provisional' && !openToProvisional.has(name)) {
    throw new ApiError('CUSTOMER_NOT_REGISTERED')
  }
  return session
}
