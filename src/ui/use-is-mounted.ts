import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that is true while the component is mounted. After a slow request it prevents navigating customers
 * away from a screen they have opened in the meantime.
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
