/** A draw and its progress. */
export type DrawTable = {
  id: string
  state: 'open' | 'committed' | 'sealed' | 'run'
  prizes: string
  commitment: string | null
  committed_at: number | null
  /** Description of the public random value, such as a lottery's first prize on a given day. */
  beacon_source: string | null
  /** When the beacon will be known; must be after the list is sealed. */
  beacon_at: number | null
  beacon: string | null
  /** 32 bytes in hexadecimal. Kept secret until the announcement. */
  secret: string | null
  sealed_at: number | null
  /** Version of the formula with which the list was sealed; null before the seal and for lists of earlier releases. */
  formula: number | null
  /** For which kind of draw the list was sealed. Null before the seal and for lists of earlier releases. */
  sealed_for: 'seed' | 'physical' | null
  /** RFC 3161 time stamp of `entries_hash`: the token in base64, and its time. Null without one. */
  time_stamp: string | null
  time_stamped_at: number | null
  /** When the server asked for a time stamp last, and why it got none. */
  time_stamp_tried_at: number | null
  time_stamp_error: string | null
  entries_hash: string | null
  entries_count: number | null
  run_at: number | null
  /** `seed`: computed from secret, beacon and list. `physical`: drawn by hand and imported. */
  method: 'seed' | 'physical' | null
  /** Head of the audit log after the newest step of the draw, which is published with it; null before the first step. */
  audit_seq: number | null
  audit_hash: string | null
}

/** Drawn customers by rank. */
export type DrawWinnerTable = {
  draw_id: string
  rank: number
  ticket_id: string
  customer_id: string
  masked_name: string
  /** 1 if drawn as a reserve; does not change after a promotion. */
  reserve: number
  /**
   * Seat number: for a winner the rank, for a promoted reserve the rank of the replaced winner, for other
   * reserves null.
   */
  seat: number | null
  promoted_at: number | null
}

/**
 * A ticket of the sealed list. Does not change if the ticket changes later. `no` is the ticket's running number; null in a
 * list that a release before the numbers has sealed.
 */
export type DrawEntryTable = { draw_id: string; ticket_id: string; customer_id: string; no: number | null }

/** Delivery of a winner's prize after the confirmation. The first change creates the row. */
export type PrizeDeliveryTable = {
  draw_id: string
  customer_id: string
  carrier: string | null
  tracking_no: string | null
  shipped_at: number | null
  /** When the customer received the prize, as a parcel or in person. */
  received_at: number | null
  /** When the organiser got the signed receipt of the prize, and when the withholding tax was paid. */
  tax_form_at: number | null
  tax_paid_at: number | null
  version: number
  updated_at: number
}
