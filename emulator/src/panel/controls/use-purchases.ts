import { useEffect, useRef, useState } from 'react'
import { control } from '../api/client.ts'
import type { Purchases } from '../api/types.ts'

const NONE: Purchases = { orders: {}, webhooks: [] }

/** Returns the in-app purchases. Loads them again when `revision` changes. */
export function usePurchases(revision: number | undefined): Purchases {
  const [purchases, setPurchases] = useState(NONE)
  const shown = useRef(0)
  const asked = useRef(0)
  useEffect(() => {
    // The panel has not received the state of the emulated LINE yet.
    if (revision === undefined) return
    asked.current += 1
    const number = asked.current
    const show = (next: Purchases) => {
      // Responses can arrive in a different order from their requests.
      if (number < shown.current) return
      shown.current = number
      setPurchases(next)
    }
    // If this fails, the list stays as it is, and the panel says that the emulator does not respond.
    control.purchases().then(show, () => undefined)
  }, [revision])
  return purchases
}
