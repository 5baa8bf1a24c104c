/**
 * `LEASE_LOST`: not assigned to this reviewer. `CHANGED`: not the version that the reviewer saw. `SEALED`: the draw's
 * sealed list contains the receipt's tickets. `NUMBER_TAKEN`: another receipt has the number. `SETTLED`:
 * a manager has settled the disagreement. `OPEN_LIMIT`: too many undecided receipts within an hour.
 */
export const reviewErrorCodes = [
  'LEASE_LOST',
  'CHANGED',
  'SEALED',
  'NUMBER_TAKEN',
  'NOT_YOURS',
  'SETTLED',
  'CUSTOMER_LEFT',
  'SKIP_LIMIT',
  'OPEN_LIMIT',
] as const
export type ReviewErrorCode = (typeof reviewErrorCodes)[number]

export class ReviewError extends Error {
  readonly code: ReviewErrorCode

  constructor(code: ReviewErrorCode, cause?: unknown) {
    super(code, cause === undefined ? {} : { cause })
    this.code = code
  }
}
