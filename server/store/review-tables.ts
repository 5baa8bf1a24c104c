import type { Generated } from 'kysely'

/** A receipt that a customer has sent. */
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
  /** Bangkok day on which the receipt was sent, for the daily limit. */
  sent_day: string
  created_at: number
  updated_at: number
  reviewed_at: number | null
  /** How suspicious the receipt is, 0 to 1000. It orders the review and has no other effect. */
  risk: Generated<number>
  /** The version for which `risk` was computed. 0: never; below 0: compute again, because a similar receipt was sent (-1) or its photo has been read (-2). */
  risk_version: Generated<number>
  /** Codes of the reasons, separated by commas; null if there are none. */
  risk_codes: Generated<string | null>
}

/**
 * All statuses but `pending`. `status not in DECIDED` is for queries by customer or by id: SQLite would prefer the index of
 * the statuses to theirs for `status = 'pending'`, and read every pending receipt.
 */
export const DECIDED = ['approved', 'rejected', 'void'] as const

/** Which decision a reviewer makes: the one that counts, or a check of another reviewer's decision. */
export type Look = 'first' | 'second'

/** A receipt that is assigned to a reviewer until `expires_at`. */
export type ReviewLeaseTable = {
  receipt_id: string
  look: Look
  reviewer: string
  /** Tells apart the tabs or terminals of one reviewer; empty if the caller does not. */
  session: string
  taken_at: number
  expires_at: number
}

/** A receipt that a reviewer has skipped, so that this reviewer does not get it again soon. */
export type ReviewSkipTable = { reviewer: string; receipt_id: string; skipped_until: number }

/**
 * A receipt that a reviewer had within the last hour and has not decided: it is assigned, skipped, returned, or its lease has
 * expired. `held_at` is the last moment at which the reviewer had it.
 */
export type ReviewOpenTable = { reviewer: string; receipt_id: string; look: Look; held_at: number }

/** When a reviewer last asked for a receipt. Receipts are drawn among the reviewers who asked a short time ago. */
export type ReviewPresenceTable = { reviewer: string; asked_at: number }

/** A reviewer's decision on one version of a receipt, and the second look at it. */
export type ReviewDecisionTable = {
  receipt_id: string
  /** The receipt's version after the decision. */
  receipt_version: number
  customer_id: string
  reviewer: string
  decision: 'approved' | 'rejected'
  reason: string | null
  decided_at: number
  undone_at: number | null
  /** 1 if another reviewer is to look at it again. */
  in_sample: number
  /**
   * Why another reviewer looks at it again: the server drew it, or the amount is so high that it always happens. Null if nobody
   * does, and for decisions of releases that derived the sample from the receipt's id.
   */
  sampled_by: 'draw' | 'amount' | null
  /** Null until the second look. `obsolete`: the receipt has changed or its photos are deleted, so it gets no second look. */
  outcome: 'agreed' | 'disagreed' | 'obsolete' | null
  second_reviewer: string | null
  second_decision: 'approved' | 'rejected' | null
  second_reason: string | null
  second_note: string | null
  second_at: number | null
  /** The manager who settled a disagreement, when, and who was right. */
  resolved_by: string | null
  resolved_at: number | null
  resolution: 'first-right' | 'second-right' | null
  resolution_note: string | null
}
