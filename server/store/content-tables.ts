export type ContentTables = {
  campaign: {
    id: string
    /** The organiser's override. With `auto`, the dates determine the state. */
    mode: 'auto' | 'pending' | 'open' | 'ended'
    opens_at: number
    closes_at: number
    draw_at: number
    announce_at: number
    confirm_by: number
    announced_at: number | null
    terms_version: string
    privacy_version: string
    /** Hash of this version's text in all languages; null if the version was set by an older release. */
    terms_sha256: string | null
    privacy_sha256: string | null
    baht_per_right: number
    min_amount_satang: number
    max_receipts_per_day: number
    min_age: number
    /** The campaign promises to review a receipt within this number of days; null if it promises nothing. */
    review_days: number | null
    /** Percentage of decisions that a second reviewer checks; null for the default. */
    second_look_percent: number | null
    /**
     * Every decision on a receipt of at least this amount (in baht) is checked by a second reviewer; null for the
     * default.
     */
    second_look_baht: number | null
    permit_no: string | null
    allow_external_browser: number
    /** Scrypt hash of the campaign-wide staff PIN. If null, no PIN is accepted. */
    staff_pin_hash: string | null
    draw_id: string | null
    /** Letters before every ticket number. They must not change once customers have seen their numbers. */
    ticket_prefix: string
    /** Hash of the store list and the address lists. */
    master_version: string
    retention_seen_at: number | null
    /** Changes when the data is restored from a backup (see `epoch.ts`); null before the server's first start. */
    epoch: string | null
    /** The database in which the epoch began; null if the database is new or restored. */
    epoch_database: string | null
  }

  store_pin: {
    store_id: number
    /** Scrypt hash of a six-digit PIN. */
    pin_hash: string
    set_at: number
  }

  store: {
    id: number
    chain: string
    name_th: string
    branch: string
    province_id: number
    receipt_no_hint: string | null
    chain_en: string | null
    name_en: string | null
    branch_en: string | null
    receipt_no_hint_en: string | null
    receipt_no_pattern: string | null
    receipt_no_place: string | null
    code: string
    active: number
  }

  question: {
    id: string
    text_th: string
    text_en: string | null
    kind: 'text' | 'choice'
    choices: string | null
    choices_en: string | null
    max_len: number
    opens_at: number
    closes_at: number | null
  }

  reward_kind: {
    reward_type: string
    position: number
    title_th: string
    title_en: string | null
    text_th: string | null
    text_en: string | null
    picture: string | null
    value_baht: number | null
    conditions_th: string | null
    conditions_en: string | null
    opens_at: number | null
    closes_at: number | null
    needs_staff: number
    unlocked_by: 'registered' | 'answer' | 'receipt' | 'winner' | 'lost'
  }
}
