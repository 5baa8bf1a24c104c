import type { ErrorCode } from '#contract/errors.ts'

export type FieldError = { readonly path: string; readonly code: string }

type More = {
  readonly fields?: readonly FieldError[] | undefined
  readonly detail?: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly retryAfter?: number
  readonly current?: unknown
  readonly keep?: boolean
  readonly cause?: unknown
}

/** An expected error of a call. `http/pipeline.ts` converts it to a response. */
export class CallError<Code extends string> extends Error {
  readonly code: Code
  readonly fields: readonly FieldError[] | undefined
  /**
   * Only in calls of the desk: why the call is REFUSED, CHANGED or FORBIDDEN. `values` fills the placeholders in that
   * reason's text.
   */
  readonly detail: string | undefined
  readonly values: More['values']
  /** In seconds. */
  readonly retryAfter: number | undefined
  /** The server's current object, for VERSION_CONFLICT and RECEIPT_EXISTS. */
  readonly current: unknown
  /** Commits the call's writes despite the error, for example the count of wrong PINs. */
  readonly keep: boolean

  constructor(code: Code, more: More = {}) {
    super(
      more.detail === undefined ? code : `${code} ${more.detail}`,
      more.cause === undefined ? {} : { cause: more.cause },
    )
    this.code = code
    this.fields = more.fields
    this.detail = more.detail
    this.values = more.values
    this.retryAfter = more.retryAfter
    this.current = more.current
    this.keep = more.keep ?? false
  }
}

/** An expected error of the product API, also thrown by code that the desk and the command line share. */
export class ApiError extends CallError<ErrorCode> {}

export const invalid = (path: string, code: string): ApiError =>
  new ApiError('VALIDATION', { fields: [{ path, code }] })
