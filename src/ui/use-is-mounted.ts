import { useCallback, useEffect, useRef } from 'react'

/** Check before navigating after a slow request: the customer may have opened another screen. */
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
