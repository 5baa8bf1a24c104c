import { useLayoutEffect, useState } from 'react'

/** Returns the scale, at most 1, at which `width` × `height` fits into the element. */
export function useFitScale(
  ref: { readonly current: HTMLElement | null },
  width: number,
  height: number,
): number {
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const resize = () => {
      const fit = Math.min(element.clientWidth / width, element.clientHeight / height, 1)
      if (fit > 0) setScale(Math.floor(fit * 1000) / 1000)
    }
    resize()
    const observer = new ResizeObserver(resize)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, width, height])
  return scale
}
