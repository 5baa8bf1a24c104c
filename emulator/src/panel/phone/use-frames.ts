import { useCallback, useMemo, useRef } from 'react'
import { keepPanelFocus } from './frame-focus.ts'

/**
 * Holds the iframes of the open app and of those that LINE keeps. `ref` has that of the shown opening; it is null if no app is
 * open, so that the panel ignores messages of the others.
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
