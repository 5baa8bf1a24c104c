import type { ErrorCode } from '#contract/errors.ts'
import type { ServerDeps } from './deps.ts'
import type { ApiError } from './errors.ts'
import type { Exchange, Refusal } from './http/pipeline.ts'

/**
 * Errors that suggest an attack if they are frequent. All others come from customers' mistakes or the campaign's state.
 */
const suspicious: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHORIZED',
  'LINE_TOKEN_INVALID',
  'LINE_USER_MISMATCH',
  'FORBIDDEN',
  'OWNER_MISMATCH',
  'STAFF_PIN_WRONG',
  'STAFF_PIN_LOCKED',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
])

export function reportRefusal(
  { log, metrics }: Pick<ServerDeps, 'log' | 'metrics'>,
  { error, thrown }: Refusal<ApiError>,
  { requestId, route, callerId: customerId, ip: address }: Exchange,
): void {
  const { code, cause } = error
  metrics?.refused(code)
  if (error !== thrown) {
    log.error({ err: thrown, requestId, route }, 'call failed')
    return
  }
  log[suspicious.has(code) || cause ? 'warn' : 'info'](
    {
      requestId,
      route,
      code,
      ...(customerId === undefined ? {} : { customerId }),
      address,
      ...(cause ? { err: cause } : {}),
    },
    'call refused',
  )
}
