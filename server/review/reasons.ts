type Pair = {
  readonly receiptId: string
  readonly sameCustomer: boolean
  readonly otherFirst: boolean
}

/** `short`: the receipt number is so short that it repeats by chance. */
export type RiskReason =
  | (Pair & {
      readonly code: 'same-number'
      readonly store: 'same' | 'same-chain' | 'other'
      readonly sameAmount: boolean
      readonly short: boolean
    })
  | (Pair & { readonly code: 'same-photo' })
  /** The photo is possibly the same picture, re-encoded. */
  | (Pair & { readonly code: 'similar-photo' })
  /** `minutes` is the time between the purchases, at most a day. */
  | (Pair & { readonly code: 'same-amount'; readonly minutes: number })
  /** The number differs by one from another customer's at the same store. */
  | (Pair & {
      readonly code: 'next-number'
      readonly minutes: number
      readonly sameAmount: boolean
      readonly short: boolean
    })
  /**
   * The two provinces are too far apart for the elapsed time. `direct` is false for two other purchases of the
   * customer.
   */
  | (Pair & {
      readonly code: 'store-moved'
      readonly km: number
      readonly minutes: number
      readonly direct: boolean
    })
  | { readonly code: 'shared-address'; readonly customers: number }
  /** Counts customers whose phone numbers differ only in the last two digits. */
  | { readonly code: 'phone-block'; readonly customers: number }
  /** Counts the customer's purchases within `hours`, including this one. */
  | { readonly code: 'customer-rate'; readonly receipts: number; readonly hours: number }
  /** Counts purchases of all customers within `minutes`, including this one. */
  | { readonly code: 'store-rate'; readonly receipts: number; readonly minutes: number }
  /** Counts receipts rejected as a duplicate, a fraud or not a receipt. */
  | { readonly code: 'rejected-before'; readonly receipts: number }

export type PairReason = Extract<RiskReason, Pair>

export const isPair = (reason: RiskReason): reason is PairReason => 'receiptId' in reason
