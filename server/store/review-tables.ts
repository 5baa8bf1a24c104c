import type { Generated } from 'kysely'

/**
 * All statuses except `pending`. In queries by customer or id, use `status not in DECIDED` instead of `status =
 * 'pending'`, for which SQLite would choose the status index and read every pending receipt.
 */
export const DECIDED = ['approved', 'rejected', 'void'] as const

/** `first`: the decision that takes effect. `second`: a check of another reviewer's decision. */
export type Look = 'first' | 'second'

export type ReviewTables = {
  receipt: {
    id: string
    customer_id: string
    store_id: number
    receipt_no: string
    amount_satang: number
    purchased_at: number
    status: 'pending' | 'approved' | 'rejected' | 'void'
    reject_reason: string | null
    reject_note: string | null
    resubmits: number
    version: number
    /** The Bangkok day on which the receipt was sent; used for the daily limit. */
    sent_day: string
    created_at: number
    updated_at: number
    reviewed_at: number | null
    /** JSON of the values that the customer sent, for each column that a reviewer corrected; null if there are none. */
    corrected_from: Generated<string | null>
    /** How suspicious the receipt is, from 0 to 1000. It only affects the order in which receipts are reviewed. */
    risk: Generated<number>
    /**
     * The receipt version for which `risk` was computed; 0 if never. A negative value means that it must be computed
     * again, because a similar receipt was sent (-1) or the photo has been read (-2).
     */
    risk_version: Generated<number>
    /** Comma-separated reason codes; null if there are none. */
    risk_codes: Generated<string | null>
  }

  review_lease: {
    receipt_id: string
    look: Look
    reviewer: string
    /** Distinguishes the tabs or terminals of a reviewer. May be empty. */
    session: string
    taken_at: number
    expires_at: number
  }

  /** A skipped receipt. Its reviewer does not get it again until `skipped_until`. */
  review_skip: { reviewer: string; receipt_id: string; skipped_until: number }
  /**
   * A receipt that a reviewer held within the last hour without deciding on it: it was assigned, skipped or returned, or
   * its lease expired. `held_at` is when this last happened.
   */
  review_open: { reviewer: string; receipt_id: string; look: Look; held_at: number }
  /** When a reviewer last requested a receipt. Receipts are distributed randomly among the recently active reviewers. */
  review_presence: { reviewer: string; asked_at: number }
  review_decision: {
    receipt_id: string
    receipt_version: number
    customer_id: string
    reviewer: string
    decision: 'approved' | 'rejected'
    reason: string | null
    /** JSON of the values that the reviewer corrected, by column of `receipt`; null if there are none. */
    corrected: Generated<string | null>
    decided_at: number
    undone_at: number | null
    /** 1 if another reviewer must check the decision. */
    in_sample: number
    /**
     * `draw`: chosen at random. `amount`: chosen because of a high amount. Null if the decision is not checked, and for
     * decisions from releases that derived the sample from the receipt's id.
     */
    sampled_by: 'draw' | 'amount' | null
    /**
     * Null until the second look. `obsolete`: there will be no second look, because the receipt has changed or its photos
     * have been deleted.
     */
    outcome: 'agreed' | 'disagreed' | 'obsolete' | null
    second_reviewer: string | null
    second_decision: 'approved' | 'rejected' | null
    second_reason: string | null
    /** Like `corrected`, for the second look. It does not change the receipt. */
    second_corrected: Generated<string | null>
    second_note: string | null
    second_at: number | null
    resolved_by: string | null
    resolved_at: number | null
    resolution: 'first-right' | 'second-right' | null
    resolution_note: string | null
  }
}
