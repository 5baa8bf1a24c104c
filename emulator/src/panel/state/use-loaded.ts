import { useEffect, useRef, useState } from 'react'

/** Returns the result of `load`, or `first` until it has loaded. Reloads when `revision` changes. */
export function useLoaded<T>(load: () => Promise<T>, revision: number | undefined, first: T): T {
  const [value, setValue] = useState(first)
  const asked = useRef(0)
  const shown = useRef(0)
  const loader = useRef(load)
  loader.current = load
  useEffect(() => {
    // The emulator's state has not been loaded yet.
    if (revision === undefined) return
    asked.current += 1
    const number = asked.current
    const show = (next: T) => {
      // Responses can arrive out of order.
      if (number < shown.current) return
      shown.current = number
      // Most changes in the emulated LINE do not affect this value; if it is unchanged, nothing re-renders.
      setValue(before => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    // If the call fails, the old value remains, and the panel shows the failure.
    loader.current().then(show, () => undefined)
  }, [revision])
  return value
}
