const statuses = {
  VALIDATION: 400,
  SIGNED_OUT: 401,
  PASSKEY_REFUSED: 401,
  INVITATION_INVALID: 401,
  /** An invitation's code is wrong; `left` is the number of remaining attempts. */
  WRONG_CODE: 401,
  FRESH_PASSKEY_REQUIRED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  /** Another person or tab has changed it. */
  CHANGED: 409,
  /** A campaign rule forbids it; `detail` says which. */
  REFUSED: 409,
  LAST_PASSKEY: 409,
  LAST_MANAGER: 409,
  SAME_PERSON: 409,
  /** The decider alone gave the asker access. */
  GAVE_ACCESS: 409,
  /** One manager alone gave the decider access, or it is unknown who did. */
  GIVEN_BY_ONE: 409,
  /** The manager who gave the caller access is no longer an active manager, or is unknown. */
  GIVER_LEFT: 409,
  /** As GIVER_LEFT, but for the person who asked, called `name`. */
  ASKER_GIVER_LEFT: 409,
  /** Only a request that another manager approves can change a manager's access. */
  NEEDS_TWO: 409,
  /** The access is less than a day old; `time` says when the person may approve. */
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
  /** For REFUSED and CHANGED: an error code of the product API or a refusal code. */
  readonly detail?: string
  /** Values for the reason's text. `time` is in milliseconds since 1970, `state` a state of the draw. */
  readonly values?: Readonly<Record<string, string | number>>
  /** For VALIDATION. */
  readonly fields?: readonly { readonly path: string; readonly code: string }[]
  readonly requestId: string
}
