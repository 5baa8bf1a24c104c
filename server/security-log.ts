import type { ErrorCode } from '#contract/errors.ts'
import type { ServerDeps } from './deps.ts'
import type { ApiError } from './errors.ts'

/**
 * Refusals that are signs of an attack if there are many: forged or copied tokens, another customer's session, guessed
 * PINs, reused keys, and calls beyond a limit. All other refusals are mistakes of customers or states of the campaign.
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

/** A call that the server refused. */
export type Refusal = {
  readonly error: ApiError
  readonly requestId: string
  /** The call's name in the contract, `method` for an unknown method, or `none` for an unknown path. */
  readonly route: string
  /** The customer of the call's session, or undefined if the call has none. */
  readonly customerId: string | undefined
  /** The client's network. The log replaces it by a keyed hash. */
  readonly address: string
}

/** Counts a refused call by its code and logs it: suspicious refusals as warnings, all others as information. */
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
