import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether the screen is still there, for what waits for the network: a customer who has gone elsewhere meanwhile is
 * not taken away from there.
 */
export function useHere(): () => boolean {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(() => here.current, [])
}
