const statuses = {
  VALIDATION: 400,
  SIGNED_OUT: 401,
  PASSKEY_REFUSED: 401,
  INVITATION_INVALID: 401,
  /** The invitation code is wrong. `left` is the number of remaining attempts. */
  WRONG_CODE: 401,
  FRESH_PASSKEY_REQUIRED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  /** The data was changed by another person or tab. */
  CHANGED: 409,
  /** A campaign rule forbids the change; `detail` contains the reason. */
  REFUSED: 409,
  LAST_PASSKEY: 409,
  LAST_MANAGER: 409,
  SAME_PERSON: 409,
  /** The approver was the only one who gave the requester access. */
  GAVE_ACCESS: 409,
  /** The approver got access from only one manager, or it is unknown from whom. */
  GIVEN_BY_ONE: 409,
  /** The manager who gave the caller access is unknown or no longer an active manager. */
  GIVER_LEFT: 409,
  /** Like GIVER_LEFT, but for the requester, whose name is `name`. */
  ASKER_GIVER_LEFT: 409,
  /** A manager's access can be changed only by a request that another manager approves. */
  NEEDS_TWO: 409,
  /** The person got access less than a day ago and may approve from `time`. */
  NEW_ACCESS: 409,
  NOT_APPROVED: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  WRONG_HOST: 421,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type DeskErrorCode = keyof typeof statuses

export const deskErrorCodes = Object.keys(statuses) as readonly DeskErrorCode[]

export const deskStatusOf = (code: DeskErrorCode): number => statuses[code]

export type DeskErrorBody = {
  readonly error: DeskErrorCode
  /** For REFUSED and CHANGED: an error code from the product API or a refusal code. */
  readonly detail?: string
  /** Values for the reason's text. `time` is in milliseconds since 1970, `state` is the draw's state. */
  readonly values?: Readonly<Record<string, string | number>>
  /** Set only for VALIDATION. */
  readonly fields?: readonly { readonly path: string; readonly code: string }[]
  readonly requestId: string
}
