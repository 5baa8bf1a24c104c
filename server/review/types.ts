import type { RejectReason } from '#contract/schema/receipt.ts'
import type { Random } from '#server/random.ts'
import type { Look } from '#server/store/review-tables.ts'

/** A person who reviews. `session` tells apart the tabs or terminals of one person; each has its own leases. */
export type Reviewer = { readonly reviewer: string; readonly session?: string }

/** A reviewer who makes a change at `now` (milliseconds). `actor` is the name in the audit log. */
export type Acting = Reviewer & { readonly actor: string; readonly now: number }

/** A reviewer who asks for a receipt. `random` is secret: whoever could predict it could choose receipts. */
export type Asking = Acting & { readonly random: Random }

/** A receipt that is assigned to a reviewer until `expiresAt` (milliseconds). */
export type Claim = {
  readonly receiptId: string
  /** The receipt's version, which `decide` compares. */
  readonly version: number
  /**
   * `second`: another reviewer has already decided. Do not show it to the reviewer, who must decide without knowing.
   */
  readonly look: Look
  readonly risk: number
  readonly expiresAt: number
}

/** A reviewer's decision. The customer sees the reason and the note of a rejection. */
export type Decision =
  | { readonly kind: 'approved' }
  | { readonly kind: 'rejected'; readonly reason: RejectReason; readonly note: string | null }

/** A saved decision. Pass it to `undoDecision` to take it back. */
export type Decided = {
  readonly receiptId: string
  /** The receipt's version after the decision. */
  readonly version: number
  readonly look: Look
}
