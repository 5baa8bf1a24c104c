import type { DeskErrorCode } from '#contract/desk/errors.ts'
import { DrawRefusal, type RefusalValues } from '#server/draw/refusal.ts'
import { ApiError, type FieldError } from '#server/errors.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'

/** An expected error in the desk. `app.ts` converts it to a response. */
export class DeskError extends Error {
  readonly code: DeskErrorCode
  readonly detail: string | undefined
  readonly fields: readonly FieldError[] | undefined
  readonly values: RefusalValues | undefined
  /** True if the call's transaction is committed despite the refusal. */
  readonly keeps: boolean

  constructor(
    code: DeskErrorCode,
    more: {
      detail?: string
      fields?: readonly FieldError[] | undefined
      values?: RefusalValues
      keeps?: boolean
    } = {},
  ) {
    super(more.detail === undefined ? code : `${code} ${more.detail}`)
    this.code = code
    this.detail = more.detail
    this.fields = more.fields
    this.values = more.values
    this.keeps = more.keeps ?? false
  }
}

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
  if (error instanceof DrawRefusal)
    return new DeskError('REFUSED', { detail: error.code, values: error.values })
  if (error instanceof SetUpRefusal) return new DeskError('REFUSED', { detail: error.code })
  return error instanceof ApiError ? ofApi(error) : null
}

/** Converts errors about campaign rules to REFUSED with the rule's code. */
function ofApi(error: ApiError): DeskError {
  const code = (same as Partial<Record<ApiError['code'], DeskErrorCode>>)[error.code]
  return code === undefined
    ? new DeskError('REFUSED', { detail: error.code })
    : new DeskError(code, { fields: error.fields })
}
