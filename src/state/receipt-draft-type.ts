import type { Photo } from '#src/ports.ts'

export type ReceiptDraft = {
  readonly id: string
  /** Null for a new receipt. */
  readonly version: number | null
  readonly storeId: number | null
  readonly receiptNo: string
  readonly amount: string
  /** `YYYY-MM-DDTHH:mm` in Bangkok. */
  readonly purchasedAt: string
  readonly photos: readonly Photo[]
  /** Hashes of photos that the server already has. */
  readonly kept: readonly string[]
  /** Fields that the app filled in and the customer has not changed. */
  readonly suggested?: Suggested | undefined
}

export type SuggestedField = 'storeId' | 'receiptNo' | 'amount' | 'purchasedAt'
/** `last`: the store of the last receipt. `photo`: read from the receipt's photo. */
export type Suggested = {
  readonly [Field in SuggestedField]?: 'last' | 'photo' | undefined
}
