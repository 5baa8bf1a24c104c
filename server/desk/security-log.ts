import type { DeskErrorCode } from '#contract/desk/errors.ts'
import type { DeskDeps } from './deps.ts'
import type { DeskError } from './errors.ts'

/**
 * Refusals that are signs of an attack if there are many: forged passkeys, guessed invitations, calls outside a person's
 * role, attempts to be both persons of a step for two, and calls beyond a limit. All other refusals are mistakes, ended
 * sessions or rules of the campaign.
 */
const suspicious: ReadonlySet<DeskErrorCode> = new Set([
  'PASSKEY_REFUSED',
  'INVITATION_INVALID',
  'FORBIDDEN',
  'SAME_PERSON',
  'NEW_ACCESS',
  'NOT_APPROVED',
  'WRONG_HOST',
  'RATE_LIMITED',
])

/** A call of the desk that the server refused or could not answer. */
type Refusal = {
  readonly error: DeskError
  /** What was thrown. */
  readonly thrown: Error
  readonly requestId: string
  /** The call's name in the contract, or `none` for an unknown path. */
  readonly route: string
  /** The person of the call's session, or undefined if the call has none. */
  readonly personId: string | undefined
  /** The client's network. The log replaces it by a keyed hash. */
  readonly address: string
}

/**
 * Counts a refused call by its code and logs it: failures as errors, suspicious refusals as warnings, all others as
 * information.
 */
export function reportDeskRefusal(
  { log, metrics }: Pick<DeskDeps, 'log' | 'metrics'>,
  refusal: Refusal,
): void {
  const { error, thrown, requestId, route, personId, address } = refusal
  metrics?.desk.refused(error.code)
  const about = { requestId, desk: route, address, ...(personId === undefined ? {} : { personId }) }
  if (error.code === 'INTERNAL' || error.code === 'UNAVAILABLE') {
    log.error({ ...about, err: thrown }, 'desk call failed')
    return
  }
  const level = suspicious.has(error.code) ? 'warn' : 'info'
  log[level]({ ...about, code: error.code, detail: error.detail }, 'desk refused')
}
