import type { Photo } from '#src/ports.ts'

/** A receipt as its form holds it. */
export type ReceiptDraft = {
  readonly id: string
  /** Version of the receipt that is being corrected; null for a new one. */
  readonly version: number | null
  readonly storeId: number | null
  readonly receiptNo: string
  /** The amount as typed. */
  readonly amount: string
  /** Purchase time as typed, `YYYY-MM-DDTHH:mm` in Bangkok. */
  readonly purchasedAt: string
  readonly photos: readonly Photo[]
  /** Hashes of photos that the server already has. */
  readonly kept: readonly string[]
  /** Where the values come from that the app has filled in and the customer has not changed. */
  readonly suggested?: Suggested | undefined
}

/** A field of a receipt that the app can fill in. */
export type SuggestedField = 'storeId' | 'receiptNo' | 'amount' | 'purchasedAt'
/** `last`: the store of the customer's last receipt. `photo`: read from the receipt's photo. */
export type Suggested = {
  readonly [Field in SuggestedField]?: 'last' | 'photo' | undefined
}
