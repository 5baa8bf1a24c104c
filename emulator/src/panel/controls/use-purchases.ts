import { control } from '../api/client.ts'
import type { Purchases } from '../api/types.ts'
import { useLoaded } from '../state/use-loaded.ts'

const NONE: Purchases = { orders: {}, webhooks: [] }

/** Reloads the in-app purchases when `revision` changes. */
export function usePurchases(revision: number | undefined): Purchases {
  return useLoaded(control.purchases, revision, NONE)
}
