import { useState } from 'react'

/** Returns whether a call is running, and a function that waits for a call. */
export function useBusy(): readonly [busy: boolean, during: <T>(call: Promise<T>) => Promise<T>] {
  const [busy, setBusy] = useState(false)
  async function during<T>(call: Promise<T>): Promise<T> {
    setBusy(true)
    try {
      return await call
    } finally {
      setBusy(false)
    }
  }
  return [busy, during]
}
