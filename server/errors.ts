import type { ErrorCode } from '#contract/errors.ts'

export type FieldError = { readonly path: string; readonly code: string }

/** Thrown by handlers; `app.ts` converts it to a response. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[] | undefined
  /** In seconds. */
  readonly retryAfter: number | undefined
  /** The server's current object, for VERSION_CONFLICT and RECEIPT_EXISTS. */
  readonly current: unknown
  /** Commits the call's writes despite the error, for example the count of wrong PINs. */
  readonly keep: boolean

  constructor(
    code: ErrorCode,
    more: {
      fields?: readonly FieldError[]
      retryAfter?: number
      current?: unknown
      keep?: boolean
      cause?: unknown
    } = {},
  ) {
    super(code, more.cause === undefined ? {} : { cause: more.cause })
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.current = more.current
    this.keep = more.keep ?? false
  }
}

export const invalid = (path: string, code: string): ApiError =>
  new ApiError('VALIDATION', { fields: [{ path, code }] })
