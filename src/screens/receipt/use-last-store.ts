import { useCallback } from 'react'
import { useApp } from '#src/app-context.ts'
import { useLoad } from '#src/ui/use-load.ts'
import type { Suggestion } from './suggest.ts'

/** Suggests the store of the customer's last receipt, if that store is still participating. */
export function useLastStore(isNew: boolean, suggest: (found: Suggestion, from: 'last') => void) {
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
