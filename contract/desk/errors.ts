/** The HTTP status of each error code of the desk. */
const statuses = {
  VALIDATION: 400,
  SIGNED_OUT: 401,
  PASSKEY_REFUSED: 401,
  INVITATION_INVALID: 401,
  /** The code of an invitation is wrong; `left` more attempts are possible. */
  WRONG_CODE: 401,
  FRESH_PASSKEY_REQUIRED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  /** Another person, or another tab, has changed it. */
  CHANGED: 409,
  /** A rule of the campaign forbids it; `detail` says which. */
  REFUSED: 409,
  LAST_PASSKEY: 409,
  LAST_MANAGER: 409,
  SAME_PERSON: 409,
  /** The decider alone gave the asker access. */
  GAVE_ACCESS: 409,
  /** One manager alone gave the decider access, or it is not known who did. */
  GIVEN_BY_ONE: 409,
  /** The manager who gave the caller access is no longer an active manager, or is not known. */
  GIVER_LEFT: 409,
  /** The same about the person who asked; `name` is that person's. */
  ASKER_GIVER_LEFT: 409,
  /** The access of a manager changes only with a request that another manager approves. */
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

/** JSON of every refused call. */
export type DeskErrorBody = {
  readonly error: DeskErrorCode
  /** The reason of REFUSED and CHANGED: an error code of the product API or of the subject. */
  readonly detail?: string
  /** Values of the reason’s text. `time` is in milliseconds since 1970, `state` a state of the draw. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The fields of VALIDATION. */
  readonly fields?: readonly { readonly path: string; readonly code: string }[]
  readonly requestId: string
}
