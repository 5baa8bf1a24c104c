import { useEffect, useRef } from 'react'

/** How often, in milliseconds. */
const LOOK_AGAIN_MS = 30_000

/**
 * Looks again and again while the screen is there and somebody can see it: for what an organiser does by hand. The
 * time counts from the opening of the screen, so that many phones that wait for one moment do not ask all at once.
 */
export function useLookAgain(look: () => void): void {
  const newest = useRef(look)
  newest.current = look
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) newest.current()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
}
