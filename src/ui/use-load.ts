import { useCallback, useEffect, useRef } from 'react'

/**
 * Calls `load` on mount and when it changes, so wrap it in `useCallback`. `isCurrent()` returns false once a newer load
 * has started or the component has unmounted; `load` must then ignore its result. Returns a function that loads again.
 */
export function useLoad(load: (isCurrent: () => boolean) => Promise<void>): () => void {
  const newest = useRef(0)
  const reload = useCallback(() => {
    newest.current += 1
    const run = newest.current
    void load(() => newest.current === run)
  }, [load])
  useEffect(() => {
    reload()
    return () => {
      newest.current += 1
    }
  }, [reload])
  return reload
}

/** Loads a model when the component is mounted. */
export function useLoaded(model: { load(): Promise<void> }): void {
  useEffect(() => void model.load(), [model])
}
