import { type Dispatch, type SetStateAction, useCallback } from 'react'
import type { ReceiptDraft } from '#src/state/types.ts'
import { type Suggestion, withSuggestion } from './suggest.ts'
import { useLastStore } from './use-last-store.ts'
import { useReceiptReader } from './use-receipt-reader.ts'

/**
 * Suggests the last store for a new receipt, and the values that the receipt reader finds in new photos. Returns true
 * while a photo is being read.
 */
export function useSuggestions(
  draft: ReceiptDraft,
  setDraft: Dispatch<SetStateAction<ReceiptDraft>>,
  isNew: boolean,
): boolean {
  const suggest = useCallback(
    (found: Suggestion, from: 'last' | 'photo') => setDraft(before => withSuggestion(before, found, from)),
    [setDraft],
  )
  useLastStore(isNew, suggest)
  return useReceiptReader(draft.photos, suggest)
}
