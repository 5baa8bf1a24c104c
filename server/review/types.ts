import type { CorrectedFields, RejectReason } from '#contract/schema/receipt.ts'
import type { Random } from '#server/random.ts'
import type { Look } from '#server/store/review-tables.ts'

/** `session` distinguishes a reviewer's tabs or terminals, each with its own leases. */
export type Reviewer = { readonly reviewer: string; readonly session?: string }

export type At = Reviewer & { readonly now: number }

export type Acting = At & { readonly actor: string }

/** `random` must be unpredictable; otherwise reviewers could choose their receipts. */
export type Asking = Acting & { readonly random: Random }

export type Claim = {
  readonly receiptId: string
  readonly version: number
  /** Do not reveal `second` to the reviewer, who must decide independently. */
  readonly look: Look
  readonly risk: number
  readonly expiresAt: number
}

/**
 * A reviewer's finding on approving a receipt with the number of another customer's receipt. `this`: the number belongs
 * to this receipt, so the other one is decided again. `separate`: the photos show two purchases, so both count.
 */
export type NumberChoice = 'this' | 'separate'

/** The customer sees the reason and the note of a rejection. */
export type Decision =
  | {
      readonly kind: 'approved'
      readonly number?: NumberChoice | undefined
      /** The values that the reviewer read in the photos, for the fields that the customer filled in wrongly. */
      readonly corrected?: CorrectedFields | undefined
    }
  | { readonly kind: 'rejected'; readonly reason: RejectReason; readonly note: string | null }

export type Decided = {
  readonly receiptId: string
  readonly version: number
  readonly look: Look
}

export type Deciding = Acting & {
  readonly receiptId: string
  readonly version: number
  readonly decision: Decision
  readonly random: Random
}
