import { useCallback, useEffect, useRef } from 'react'

/**
 * Call the returned function after a slow request and before navigating: the app must not leave a screen that the
 * customer has opened in the meantime.
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
