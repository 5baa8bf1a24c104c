import type { DeskErrorCode } from '#contract/desk/errors.ts'
import { ActionRefusal } from '#server/action.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { ApiError, CallError } from '#server/errors.ts'
import { ReviewError } from '#server/review/errors.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'

/** An expected error of the desk. */
export class DeskError extends CallError<DeskErrorCode> {}

/** The product API's error codes that the desk also uses. */
const same = {
  VALIDATION: 'VALIDATION',
  NOT_FOUND: 'NOT_FOUND',
  VERSION_CONFLICT: 'CHANGED',
  TOO_LARGE: 'TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  RATE_LIMITED: 'RATE_LIMITED',
  UNAVAILABLE: 'UNAVAILABLE',
  INTERNAL: 'INTERNAL',
} as const satisfies Partial<Record<ApiError['code'], DeskErrorCode>>

/**
 * Converts an expected error from the desk, or from a function shared with the command line. Returns null for other
 * errors.
 */
export function deskErrorOf(error: Error): DeskError | null {
  if (error instanceof DeskError) return error
  if (error instanceof ActionRefusal)
    return new DeskError(error.code, error.detail === undefined ? {} : { detail: error.detail })
  if (error instanceof DrawRefusal)
    return new DeskError('REFUSED', { detail: error.code, values: error.values })
  if (error instanceof ReviewError)
    return new DeskError(isOutdated(error) ? 'CHANGED' : 'REFUSED', { detail: error.code })
  if (error instanceof SetUpRefusal) return new DeskError('REFUSED', { detail: error.code })
  return error instanceof ApiError ? ofApi(error) : null
}

const isOutdated = ({ code }: ReviewError): boolean => code === 'LEASE_LOST' || code === 'CHANGED'

/** Converts errors about campaign rules to REFUSED with the rule's code. */
function ofApi(error: ApiError): DeskError {
  const code = (same as Partial<Record<ApiError['code'], DeskErrorCode>>)[error.code]
  return code === undefined
    ? new DeskError('REFUSED', { detail: error.code })
    : new DeskError(code, { fields: error.fields })
}
