import { useCallback, useEffect, useRef } from 'react'

/**
 * Call the returned function after a slow request and before navigating: if the customer has opened another screen in
 * the meantime, the app must not navigate away from it.
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
