import type { ErrorCode } from '#contract/errors.ts'

export type FieldError = { readonly path: string; readonly code: string }

/** An expected refusal. Thrown by handlers, turned into an answer in one place (`app.ts`). */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[] | undefined
  /** Seconds after which a repeat makes sense. */
  readonly retryAfter: number | undefined
  /** The newer object, where the refusal is about an old version. */
  readonly current: unknown
  /** Whether what the call has written stays although it is refused, such as a count of wrong PINs. */
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

/** A refusal of single fields. */
export const invalid = (path: string, code: string): ApiError =>
  new ApiError('VALIDATION', { fields: [{ path, code }] })
