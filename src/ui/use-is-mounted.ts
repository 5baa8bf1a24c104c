import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that is true while the component is mounted. Check it after a slow request: a
 * customer who has opened another screen must not be navigated away from it.
 */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return useCallback(() => mounted.current, [])
}
