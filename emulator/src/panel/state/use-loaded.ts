import { useEffect, useRef, useState } from 'react'

/** Returns what `load` resolves to, and `first` before. Loads it again when `revision` changes. */
export function useLoaded<T>(load: () => Promise<T>, revision: number | undefined, first: T): T {
  const [value, setValue] = useState(first)
  const asked = useRef(0)
  const shown = useRef(0)
  const loader = useRef(load)
  loader.current = load
  useEffect(() => {
    // The panel has not received the state of the emulated LINE yet.
    if (revision === undefined) return
    asked.current += 1
    const number = asked.current
    const show = (next: T) => {
      // Responses can arrive in a different order from their requests.
      if (number < shown.current) return
      shown.current = number
      // Most changes of the emulated LINE do not change this value: React then renders nothing.
      setValue(before => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    // If this fails, the value stays as it is, and the panel says that the emulator does not respond.
    loader.current().then(show, () => undefined)
  }, [revision])
  return value
}
