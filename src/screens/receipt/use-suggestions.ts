import { type Dispatch, type SetStateAction, useCallback, useRef, useState } from 'react'
import { bangkokMinute } from '#contract/rules.ts'
import { useApp } from '#src/app-context.ts'
import type { Photo } from '#src/ports.ts'
import { latestValue } from '#src/state/resource.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { useLoad } from '#src/ui/use-load.ts'
import { type Suggestion, withSuggestion } from './suggest.ts'

/** Returns true while a photo is being read. */
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

/** Suggests the store of the customer's last receipt, if that store is still participating. */
function useLastStore(isNew: boolean, suggest: (found: Suggestion, from: 'last') => void) {
  const { receipts, master } = useApp()
  const stores = master.stores.value
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      if (!isNew || stores.length === 0) return
      const storeId = await receipts.lastStore()
      if (isCurrent() && stores.some(({ id }) => id === storeId)) suggest({ storeId }, 'last')
    },
    [receipts, stores, isNew, suggest],
  )
  useLoad(load)
}

/** Uses the campaign's receipt reader, if any. If it fails, the customer has to type all values. */
function useReceiptReader(
  photos: readonly Photo[],
  suggest: (found: Suggestion, from: 'photo') => void,
): boolean {
  const { campaign, receipts } = useApp()
  const [reading, setReading] = useState(false)
  const read = useRef(new Set<string>())
  const isOffered = latestValue(campaign.current.value)?.features.receiptReader === true
  const next = isOffered ? photos.find(({ sha256 }) => !read.current.has(sha256)) : undefined
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      if (next === undefined) return setReading(false)
      setReading(true)
      const found = await receipts.read(next)
      read.current.add(next.sha256)
      if (!isCurrent()) return
      setReading(false)
      if (found === null) return
      const { storeId, receiptNo, amount, purchasedAt } = found
      const values = {
        storeId,
        receiptNo: receiptNo ?? '',
        amount: amount === null ? '' : String(amount),
        purchasedAt: purchasedAt === null ? '' : bangkokMinute(Date.parse(purchasedAt)),
      }
      suggest(values, 'photo')
    },
    [receipts, next, suggest],
  )
  useLoad(load)
  return reading
}
