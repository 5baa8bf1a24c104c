/** The other receipt of a pair, whether the same customer sent it, and whether it was sent before this one. */
type Pair = {
  readonly receiptId: string
  readonly sameCustomer: boolean
  readonly otherFirst: boolean
}

/**
 * Why a receipt is suspicious, with the numbers behind it. `short`: the receipt number has so few characters that it repeats by
 * chance.
 */
export type RiskReason =
  /** Another receipt has the same number. */
  | (Pair & {
      readonly code: 'same-number'
      readonly store: 'same' | 'same-chain' | 'other'
      readonly sameAmount: boolean
      readonly short: boolean
    })
  /** Another receipt has a photo with the same bytes. */
  | (Pair & { readonly code: 'same-photo' })
  /** Another receipt has possibly the same photo, saved again. */
  | (Pair & { readonly code: 'similar-photo' })
  /** Another receipt has the same store and amount. `minutes` is the time between the purchases, at most a day. */
  | (Pair & { readonly code: 'same-amount'; readonly minutes: number })
  /**
   * The number is one more or less than that of another customer's receipt from the same store. `minutes` is the time
   * between the purchases.
   */
  | (Pair & {
      readonly code: 'next-number'
      readonly minutes: number
      readonly sameAmount: boolean
      readonly short: boolean
    })
  /**
   * The customer bought in two provinces that are too far apart for the time between the purchases. `direct` is false if these
   * are two other purchases of the customer, not this one and `receiptId`.
   */
  | (Pair & {
      readonly code: 'store-moved'
      readonly km: number
      readonly minutes: number
      readonly direct: boolean
    })
  /** Number of other customers with the same address. */
  | { readonly code: 'shared-address'; readonly customers: number }
  /** Number of other customers whose phone numbers differ only in the last two digits. */
  | { readonly code: 'phone-block'; readonly customers: number }
  /** Number of the customer's purchases within `hours` of this one, this one included. */
  | { readonly code: 'customer-rate'; readonly receipts: number; readonly hours: number }
  /** Number of all customers' purchases at the store within `minutes` of this one, this one included. */
  | { readonly code: 'store-rate'; readonly receipts: number; readonly minutes: number }
  /** Number of the customer's other receipts that were rejected as a duplicate, a fraud or not a receipt. */
  | { readonly code: 'rejected-before'; readonly receipts: number }

/** A reason that names the other receipt of a pair. */
export type PairReason = Extract<RiskReason, Pair>

export const isPair = (reason: RiskReason): reason is PairReason => 'receiptId' in reason
