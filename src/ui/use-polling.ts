import { useEffect, useRef } from 'react'

const POLL_MS = 30_000

/** The interval starts when the screen opens, so that phones do not all send requests at the same time. */
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
