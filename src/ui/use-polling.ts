import { useEffect, useRef } from 'react'

const POLL_MS = 30_000

/**
 * Calls `poll` every 30 seconds while the page is visible. The interval starts when the screen opens, so phones do not
 * all send requests at the same time.
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
