import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

/** Returns false in the first frame and true from then on. Rendering a whole screen in one frame blocks slow phones. */
function useNextFrame(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLater(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return later
}

/**
 * True if the screen's script had to be loaded first. If not, the screen renders in one frame, which restores the
 * scroll position.
 */
export const SplitFirstPaint = createContext(false)

/** Returns true at once or, if the screen's script had to be loaded first, in the second frame. */
export function useFullContent(): boolean {
  const splitFirstPaint = useContext(SplitFirstPaint)
  return useNextFrame() || !splitFirstPaint
}

export function NextFrame({ children }: { readonly children: ReactNode }) {
  return useNextFrame() && children
}
