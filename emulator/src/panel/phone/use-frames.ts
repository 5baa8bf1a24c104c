import { useCallback, useMemo, useRef } from 'react'
import { keepPanelFocus } from './frame-focus.ts'

/**
 * Tracks the iframes of the open app and of kept pages. `ref` is the open app's iframe, or null, so the panel ignores
 * messages from the others.
 */
export function useFrames(shownCount: number | null) {
  const frames = useRef(new Map<number, HTMLIFrameElement>())
  const shown = useRef(shownCount)
  shown.current = shownCount
  const frameOf = useCallback((openCount: number) => frames.current.get(openCount) ?? null, [])
  const ref = useMemo(
    () => ({
      get current(): HTMLIFrameElement | null {
        return shown.current === null ? null : frameOf(shown.current)
      },
    }),
    [frameOf],
  )
  const attach = useCallback((openCount: number, frame: HTMLIFrameElement) => {
    frames.current.set(openCount, frame)
    const stop = keepPanelFocus(frame)
    return () => {
      stop()
      frames.current.delete(openCount)
    }
  }, [])
  return { ref, attach, frameOf }
}
