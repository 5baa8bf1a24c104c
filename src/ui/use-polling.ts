import { useEffect, useRef } from 'react'

/** Polling interval in milliseconds. */
const POLL_MS = 30_000

/**
 * Calls `poll` every 30 seconds while the component is mounted and the page is visible, to pick up what an organiser
 * changes by hand. The interval starts when the screen opens, so that phones do not all send requests at the same
 * moment.
 */
export function usePolling(poll: () => void): void {
  const newest = useRef(poll)
  newest.current = poll
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) newest.current()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [])
}
