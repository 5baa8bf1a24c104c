type Pair = {
  readonly receiptId: string
  readonly sameCustomer: boolean
  readonly otherFirst: boolean
}

/** `short` means that the receipt number is so short that it can repeat by chance. */
export type RiskReason =
  | (Pair & {
      readonly code: 'same-number'
      readonly store: 'same' | 'same-chain' | 'other'
      readonly sameAmount: boolean
      readonly short: boolean
    })
  | (Pair & { readonly code: 'same-photo' })
  /** The photo may be the same picture, re-encoded. */
  | (Pair & { readonly code: 'similar-photo' })
  /** `minutes` is the time between the purchases, at most a day. */
  | (Pair & { readonly code: 'same-amount'; readonly minutes: number })
  /** The number differs by one from that of another customer's receipt at the same store. */
  | (Pair & {
      readonly code: 'next-number'
      readonly minutes: number
      readonly sameAmount: boolean
      readonly short: boolean
    })
  /**
   * The two provinces are too far apart for the elapsed time. `direct` is false if this concerns two other purchases of
   * the customer.
   */
  | (Pair & {
      readonly code: 'store-moved'
      readonly km: number
      readonly minutes: number
      readonly direct: boolean
    })
  | { readonly code: 'shared-address'; readonly customers: number }
  /** Number of customers whose phone numbers differ only in the last two digits. */
  | { readonly code: 'phone-block'; readonly customers: number }
  /** Number of the customer's purchases within `hours`, including this one. */
  | { readonly code: 'customer-rate'; readonly receipts: number; readonly hours: number }
  /** Number of all customers' purchases within `minutes`, including this one. */
  | { readonly code: 'store-rate'; readonly receipts: number; readonly minutes: number }
  | { readonly code: 'rejected-before'; readonly receipts: number }

export type PairReason = Extract<RiskReason, Pair>

export const isPair = (reason: RiskReason): reason is PairReason => 'receiptId' in reason
