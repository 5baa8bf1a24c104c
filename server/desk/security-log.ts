import type { DeskErrorCode } from '#contract/desk/errors.ts'
import type { Exchange, Refusal } from '#server/http/pipeline.ts'
import type { DeskDeps } from './deps.ts'
import type { DeskError } from './errors.ts'

/**
 * Log level for each refusal. Many warnings suggest an attack: forged passkeys, guessed invitations and codes, calls
 * outside a person's role, one person acting as both people of a request, and calls beyond a limit.
 */
export const deskLogLevels: Readonly<Record<DeskErrorCode, 'error' | 'warn' | 'info'>> = {
  VALIDATION: 'info',
  SIGNED_OUT: 'info',
  PASSKEY_REFUSED: 'warn',
  INVITATION_INVALID: 'warn',
  WRONG_CODE: 'warn',
  FRESH_PASSKEY_REQUIRED: 'info',
  FORBIDDEN: 'warn',
  NOT_FOUND: 'info',
  METHOD_NOT_ALLOWED: 'info',
  CHANGED: 'info',
  REFUSED: 'info',
  LAST_PASSKEY: 'info',
  LAST_MANAGER: 'info',
  SAME_PERSON: 'warn',
  GAVE_ACCESS: 'warn',
  GIVEN_BY_ONE: 'warn',
  GIVER_LEFT: 'warn',
  ASKER_GIVER_LEFT: 'warn',
  NEEDS_TWO: 'warn',
  NEW_ACCESS: 'warn',
  NOT_APPROVED: 'warn',
  TOO_LARGE: 'info',
  UNSUPPORTED_MEDIA_TYPE: 'info',
  WRONG_HOST: 'warn',
  RATE_LIMITED: 'warn',
  INTERNAL: 'error',
  UNAVAILABLE: 'error',
}

export function reportDeskRefusal(
  { log, metrics }: Pick<DeskDeps, 'log' | 'metrics'>,
  { error, thrown }: Refusal<DeskError>,
  { requestId, route, callerId: personId, ip: address }: Exchange,
): void {
  metrics?.desk.refused(error.code)
  const about = { requestId, desk: route, address, ...(personId === undefined ? {} : { personId }) }
  const level = deskLogLevels[error.code]
  if (level === 'error') log.error({ ...about, err: thrown }, 'desk call failed')
  else log[level]({ ...about, code: error.code, detail: error.detail }, 'desk refused')
}
