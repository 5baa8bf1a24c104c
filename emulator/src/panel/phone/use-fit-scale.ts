import { useLayoutEffect, useState } from 'react'

/** The factor, 1 at most, by which `width` × `height` fits the element of `ref`; follows its size. */
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
      const room = Math.min(element.clientWidth / width, element.clientHeight / height, 1)
      if (room > 0) setScale(Math.floor(room * 1000) / 1000)
    }
    resize()
    const observer = new ResizeObserver(resize)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, width, height])
  return scale
}
