import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

/** False at first, true from the frame after: to draw a whole screen at once takes a cheap phone too long. */
function useNextFrame(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    // React draws it after that frame.
    const frame = requestAnimationFrame(() => setLater(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return later
}

/** Whether the screen was waited for: what was there before is drawn whole, so that its place can be found again. */
export const Arriving = createContext(false)

/** The same for a screen that has just come; else true from the beginning. */
export function useArrived(): boolean {
  const arriving = useContext(Arriving)
  return useNextFrame() || !arriving
}

/** What is drawn a frame later than what stands around it. */
export function NextFrame({ children }: { readonly children: ReactNode }) {
  return useNextFrame() && children
}
