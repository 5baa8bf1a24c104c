/** The staff PINs of the stores that have one. */
export type StorePinTable = {
  store_id: number
  /** Scrypt hash of six digits. */
  pin_hash: string
  set_at: number
}

export type StoreTable = {
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
  /** The code in the store's QR code, which customers scan. */
  code: string
  active: number
}

export type QuestionTable = {
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

/** The campaign's rewards in display order. */
export type RewardKindTable = {
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
  /**
   * What unlocks the reward: registration, an answer, an approved receipt, or the confirmation of a winner's
   * seat.
   */
  unlocked_by: 'registered' | 'answer' | 'receipt' | 'winner' | 'lost'
}
