/** A draw and how far it is. */
export type DrawTable = {
  id: string
  state: 'open' | 'committed' | 'sealed' | 'run'
  prizes: string
  commitment: string | null
  committed_at: number | null
  /** In words: what anyone will be able to look up, such as a lottery's first prize of a named day. */
  beacon_source: string | null
  /** When it will be known: after the list is sealed. */
  beacon_at: number | null
  beacon: string | null
  /** 32 bytes in hexadecimal; told to nobody before the announcement. */
  secret: string | null
  sealed_at: number | null
  entries_hash: string | null
  entries_count: number | null
  run_at: number | null
  /** `seed`: computed from secret, beacon and list. `physical`: drawn by hand and imported. */
  method: 'seed' | 'physical' | null
}

/** Who was drawn, by rank. */
export type DrawWinnerTable = {
  draw_id: string
  rank: number
  ticket_id: string
  customer_id: string
  masked_name: string
  /** 1 for who was drawn as a reserve; stays so after a promotion. */
  reserve: number
  /** Whose place: a winner's own rank, for a promoted reserve the rank of who gave it up, null while waiting. */
  seat: number | null
  promoted_at: number | null
}

/** A ticket of the sealed list: what the draw was held over, whatever becomes of the ticket afterwards. */
export type DrawEntryTable = { draw_id: string; ticket_id: string; customer_id: string }
