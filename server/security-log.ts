import type { ErrorCode } from '#contract/errors.ts'
import type { ServerDeps } from './deps.ts'
import type { ApiError } from './errors.ts'

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

export type Refusal = {
  readonly error: ApiError
  readonly requestId: string
  readonly route: string
  readonly customerId: string | undefined
  /** In the log, this network is replaced with a keyed hash. */
  readonly address: string
}

export function reportRefusal({ log, metrics }: Pick<ServerDeps, 'log' | 'metrics'>, refusal: Refusal): void {
  const { error, requestId, route, customerId, address } = refusal
  const { code, cause } = error
  metrics?.refused(code)
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
