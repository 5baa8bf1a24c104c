/**
 * Why a review step was refused. `LEASE_LOST`: the receipt is not assigned to this reviewer, or no longer. `CHANGED`: the
 * receipt is not the version that the reviewer saw. `SEALED`: its tickets are in the sealed list of the draw. `NUMBER_TAKEN`:
 * another receipt has claimed the number since. `NOT_YOURS`: another reviewer made the decision. `SETTLED`: a manager has
 * settled it. `CUSTOMER_LEFT`: the customer has left the campaign since. `SKIP_LIMIT`, `OPEN_LIMIT`: the reviewer has skipped,
 * or had without deciding, too many receipts within an hour.
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

/** An expected refusal of a review step. Nothing was changed. */
export class ReviewError extends Error {
  readonly code: ReviewErrorCode

  constructor(code: ReviewErrorCode, cause?: unknown) {
    super(code, cause === undefined ? {} : { cause })
    this.code = code
  }
}
