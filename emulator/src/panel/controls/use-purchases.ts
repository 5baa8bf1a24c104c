import { control } from '../api/client.ts'
import type { Purchases } from '../api/types.ts'
import { useLoaded } from '../state/use-loaded.ts'

const NONE: Purchases = { orders: {}, webhooks: [] }

export function usePurchases(revision: number | undefined): Purchases {
  return useLoaded(control.purchases, revision, NONE)
}
