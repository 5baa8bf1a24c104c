import { useCallback, useEffect, useRef } from 'react'

/**
 * Call the returned function after a slow request and before navigating: a customer who has opened another screen must
 * not be taken away from it.
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
