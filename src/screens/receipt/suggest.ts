import type { ReceiptDraft, Suggested, SuggestedField } from '#src/state/types.ts'

export type Suggestion = Partial<Pick<ReceiptDraft, SuggestedField>>

const fields: readonly SuggestedField[] = ['storeId', 'receiptNo', 'amount', 'purchasedAt']

/** Keeps values that the customer typed or that came from another photo. */
export function withSuggestion(draft: ReceiptDraft, found: Suggestion, from: 'last' | 'photo'): ReceiptDraft {
  const isFree = (field: SuggestedField) =>
    draft[field] === null || draft[field] === '' || (from === 'photo' && draft.suggested?.[field] === 'last')
  const filled = fields.filter(field => found[field] != null && found[field] !== '' && isFree(field))
  if (filled.length === 0) return draft
  const values = Object.fromEntries(filled.map(field => [field, found[field]]))
  const marks: Suggested = Object.fromEntries(filled.map(field => [field, from]))
  return { ...draft, ...values, suggested: { ...draft.suggested, ...marks } }
}

/** Changes fields, which are then no longer suggestions. */
export function withChange(draft: ReceiptDraft, part: Partial<ReceiptDraft>): ReceiptDraft {
  if (draft.suggested === undefined) return { ...draft, ...part }
  const suggested = Object.fromEntries(
    Object.entries(draft.suggested).filter(([field]) => !Object.keys(part).includes(field)),
  )
  return { ...draft, ...part, suggested }
}
