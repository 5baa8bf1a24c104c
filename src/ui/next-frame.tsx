import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

/** Returns false in the first frame and true from the next one. Rendering a whole screen at once blocks slow phones. */
function useNextFrame(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLater(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return later
}

/**
 * True if the screen had to load first. A screen that was already loaded renders at once, so that scroll positions can
 * be restored.
 */
export const SplitFirstPaint = createContext(false)

/**
 * Returns true when the whole screen should render: in the second frame if the screen had to load, otherwise
 * immediately.
 */
export function useFullContent(): boolean {
  const splitFirstPaint = useContext(SplitFirstPaint)
  return useNextFrame() || !splitFirstPaint
}

/** Renders its children one frame after its surroundings. */
export function NextFrame({ children }: { readonly children: ReactNode }) {
  return useNextFrame() && children
}
