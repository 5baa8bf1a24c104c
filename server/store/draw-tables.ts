export type DrawTables = {
  draw: {
    id: string
    state: 'open' | 'committed' | 'sealed' | 'run'
    prizes: string
    /** The prizes' events and counters as JSON, by key (`server/campaign/handover.ts`); null if none is known. */
    handover: string | null
    commitment: string | null
    committed_at: number | null
    /** Description of the public random value, for example a lottery's first prize on a given day. */
    beacon_source: string | null
    /** When the beacon is published. Must be after the list is sealed. */
    beacon_at: number | null
    beacon: string | null
    /** 32 bytes in hexadecimal. They are kept secret until the announcement. */
    secret: string | null
    sealed_at: number | null
    /** The formula used for the sealed list; null before the list is sealed, and for lists from earlier releases. */
    formula: number | null
    /** The kind of draw for which the list was sealed; null in the same cases as `formula`. */
    sealed_for: 'seed' | 'physical' | null
    /** RFC 3161 time stamp of `entries_hash`: the token in base64, and its time. */
    time_stamp: string | null
    time_stamped_at: number | null
    /** When a time stamp was last requested, and why that request failed. */
    time_stamp_tried_at: number | null
    time_stamp_error: string | null
    entries_hash: string | null
    entries_count: number | null
    run_at: number | null
    /** `seed`: computed from the secret, the beacon and the list. `physical`: drawn by hand and imported. */
    method: 'seed' | 'physical' | null
    /** Head of the audit log after the latest step of the draw. It is published with the draw. */
    audit_seq: number | null
    audit_hash: string | null
  }

  draw_winner: {
    draw_id: string
    rank: number
    ticket_id: string
    customer_id: string
    masked_name: string
    /** 1 if the customer was drawn as a reserve; stays 1 after a promotion. */
    reserve: number
    /** A winner's rank; for a promoted reserve, the rank of the replaced winner; null for other reserves. */
    seat: number | null
    promoted_at: number | null
  }

  /**
   * A ticket in the sealed list, unaffected by later changes to the ticket. `no` is the ticket number; null if the list
   * was sealed before tickets had numbers.
   */
  draw_entry: { draw_id: string; ticket_id: string; customer_id: string; no: number | null }
  /** Delivery of a winner's prize after the winner has confirmed. The row is created by the first change. */
  prize_delivery: {
    draw_id: string
    customer_id: string
    carrier: string | null
    tracking_no: string | null
    shipped_at: number | null
    received_at: number | null
    /** When the organiser received the signed prize receipt, and when the withholding tax was paid. */
    tax_form_at: number | null
    tax_paid_at: number | null
    /** When the staff or the desk saw the consent of a minor's guardian. */
    guardian_at: number | null
    version: number
    updated_at: number
  }
}
