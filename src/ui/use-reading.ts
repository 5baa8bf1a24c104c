import { useCallback, useEffect, useRef } from 'react'

/**
 * Reads when the screen comes and whenever `read` is another (`useCallback`); gives the way to read again. `read` is
 * told whether its answer is still wanted: not after a newer reading, nor when the screen has gone.
 */
export function useReading(read: (wanted: () => boolean) => Promise<void>): () => void {
  const newest = useRef(0)
  const again = useCallback(() => {
    newest.current += 1
    const mine = newest.current
    void read(() => newest.current === mine)
  }, [read])
  useEffect(() => {
    again()
    return () => {
      newest.current += 1
    }
  }, [again])
  return again
}
