const statuses = {
  VALIDATION: 400,
  UNAUTHORIZED: 401,
  SESSION_EXPIRED: 401,
  LINE_TOKEN_REQUIRED: 401,
  LINE_TOKEN_INVALID: 401,
  LINE_TOKEN_EXPIRED: 401,
  LINE_USER_MISMATCH: 401,
  CUSTOMER_NOT_REGISTERED: 401,
  CUSTOMER_CANCELLED: 401,
  CUSTOMER_BLOCKED: 403,
  FORBIDDEN: 403,
  CAMPAIGN_NOT_STARTED: 403,
  CAMPAIGN_ENDED: 403,
  UNDER_AGE: 403,
  STAFF_PIN_WRONG: 403,
  NOT_FOUND: 404,
  REWARD_NOT_CREATED: 404,
  IMAGE_MISSING: 404,
  METHOD_NOT_ALLOWED: 405,
  OWNER_MISMATCH: 409,
  PHONE_TAKEN: 409,
  VERSION_CONFLICT: 409,
  TERMS_CHANGED: 409,
  DRAW_SEALED: 409,
  REWARD_LOCKED: 409,
  REWARD_USED: 409,
  OUT_OF_STOCK: 409,
  OUT_OF_PERIOD: 422,
  NOT_A_WINNER: 409,
  CONFIRM_CLOSED: 409,
  PRIZE_SENT: 409,
  TAX_UNPAID: 409,
  GUARDIAN_MISSING: 409,
  ADDRESS_REQUIRED: 409,
  QUESTION_CLOSED: 409,
  ANSWERED: 409,
  IMAGE_QUOTA: 409,
  RECEIPT_EXISTS: 409,
  RECEIPT_DUPLICATE: 409,
  DAILY_LIMIT: 409,
  NOT_EDITABLE: 409,
  RESUBMIT_LIMIT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IMAGE_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  IMAGE_HASH: 422,
  IMAGE_DIMENSIONS: 422,
  STORE_CLOSED: 422,
  BELOW_MINIMUM: 422,
  RATE_LIMITED: 429,
  STAFF_PIN_LOCKED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  LINE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof statuses

export const errorCodes = Object.keys(statuses) as ErrorCode[]

export const statusOf = (code: ErrorCode): number => statuses[code]

/** True for our own error codes. Captive portals and proxies may return others. */
export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === 'string' && Object.keys(statuses).includes(text)

export const commonErrors = [
  'VALIDATION',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

export const bearerErrors = [
  'UNAUTHORIZED',
  'SESSION_EXPIRED',
  'OWNER_MISMATCH',
] as const satisfies readonly ErrorCode[]
