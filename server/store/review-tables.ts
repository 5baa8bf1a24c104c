import type { Generated } from 'kysely'

export type ReceiptTable = {
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
  /** The Bangkok day on which the receipt was sent, for the daily limit. */
  sent_day: string
  created_at: number
  updated_at: number
  reviewed_at: number | null
  /** How suspicious the receipt is, 0 to 1000. Only affects the order of the review. */
  risk: Generated<number>
  /**
   * Version for which `risk` was computed. 0: never. Below 0: compute again, because a similar receipt was sent (-1) or
   * its photo has been read (-2).
   */
  risk_version: Generated<number>
  /** Comma-separated reason codes; null if there are none. */
  risk_codes: Generated<string | null>
}

/**
 * All statuses except `pending`. Use `status not in DECIDED` in queries by customer or id: for `status = 'pending'`,
 * SQLite would choose the status index and read every pending receipt.
 */
export const DECIDED = ['approved', 'rejected', 'void'] as const

/** `first`: the decision that counts. `second`: a check of another reviewer's decision. */
export type Look = 'first' | 'second'

/** Assigns a receipt to a reviewer until `expires_at`. */
export type ReviewLeaseTable = {
  receipt_id: string
  look: Look
  reviewer: string
  /** Distinguishes a reviewer's tabs or terminals; may be empty. */
  session: string
  taken_at: number
  expires_at: number
}

/** A skipped receipt, which its reviewer does not get again until `skipped_until`. */
export type ReviewSkipTable = { reviewer: string; receipt_id: string; skipped_until: number }

/**
 * A receipt that a reviewer had within the last hour without deciding: assigned, skipped, returned, or with an expired
 * lease. `held_at` is the last time at which the reviewer had it.
 */
export type ReviewOpenTable = { reviewer: string; receipt_id: string; look: Look; held_at: number }

/** When a reviewer last requested a receipt. Receipts are drawn among the recently active reviewers. */
export type ReviewPresenceTable = { reviewer: string; asked_at: number }

export type ReviewDecisionTable = {
  receipt_id: string
  receipt_version: number
  customer_id: string
  reviewer: string
  decision: 'approved' | 'rejected'
  reason: string | null
  decided_at: number
  undone_at: number | null
  /** 1 if another reviewer has to check the decision. */
  in_sample: number
  /**
   * Drawn at random, or because of a high amount. Null if the decision is not checked, and for decisions of releases
   * that derived the sample from the receipt's id.
   */
  sampled_by: 'draw' | 'amount' | null
  /**
   * Null until the second look. `obsolete`: no second look, because the receipt has changed or its photos are deleted.
   */
  outcome: 'agreed' | 'disagreed' | 'obsolete' | null
  second_reviewer: string | null
  second_decision: 'approved' | 'rejected' | null
  second_reason: string | null
  second_note: string | null
  second_at: number | null
  /** A manager's ruling on a disagreement. */
  resolved_by: string | null
  resolved_at: number | null
  resolution: 'first-right' | 'second-right' | null
  resolution_note: string | null
}
