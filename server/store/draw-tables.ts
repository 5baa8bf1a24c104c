export type DrawTable = {
  id: string
  state: 'open' | 'committed' | 'sealed' | 'run'
  prizes: string
  commitment: string | null
  committed_at: number | null
  /** Description of the public random value, such as a lottery's first prize on a given day. */
  beacon_source: string | null
  /** When the beacon becomes known; must be after the list is sealed. */
  beacon_at: number | null
  beacon: string | null
  /** 32 bytes in hexadecimal. Kept secret until the announcement. */
  secret: string | null
  sealed_at: number | null
  /** Formula of the sealed list; null before the seal and for lists from earlier releases. */
  formula: number | null
  /** Kind of draw for which the list was sealed; null like `formula`. */
  sealed_for: 'seed' | 'physical' | null
  /** RFC 3161 time stamp of `entries_hash`: base64 token and its time. */
  time_stamp: string | null
  time_stamped_at: number | null
  /** The last request for a time stamp, and why it failed. */
  time_stamp_tried_at: number | null
  time_stamp_error: string | null
  entries_hash: string | null
  entries_count: number | null
  run_at: number | null
  /** `seed`: computed from secret, beacon and list. `physical`: drawn by hand and imported. */
  method: 'seed' | 'physical' | null
  /** Head of the audit log after the latest step of the draw, published with it. */
  audit_seq: number | null
  audit_hash: string | null
}

export type DrawWinnerTable = {
  draw_id: string
  rank: number
  ticket_id: string
  customer_id: string
  masked_name: string
  /** 1 if drawn as a reserve; stays 1 after a promotion. */
  reserve: number
  /** A winner's rank; for a promoted reserve the replaced winner's rank; null for other reserves. */
  seat: number | null
  promoted_at: number | null
}

/**
 * A ticket of the sealed list, unaffected by later changes to the ticket. `no` is its running number; null if the list
 * was sealed before tickets had numbers.
 */
export type DrawEntryTable = { draw_id: string; ticket_id: string; customer_id: string; no: number | null }

/** Delivery of a winner's prize after the confirmation. The first change creates the row. */
export type PrizeDeliveryTable = {
  draw_id: string
  customer_id: string
  carrier: string | null
  tracking_no: string | null
  shipped_at: number | null
  /** When the customer got the prize, by parcel or in person. */
  received_at: number | null
  /** When the organiser got the signed prize receipt, and when the withholding tax was paid. */
  tax_form_at: number | null
  tax_paid_at: number | null
  version: number
  updated_at: number
}
