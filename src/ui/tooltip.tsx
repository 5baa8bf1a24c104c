import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import css from './tooltip.module.css'

/** An info button that toggles an explanation at most 12.5 rem wide (spec S9). Escape hides it. */
export function Tooltip({ label, text }: { readonly label: string; readonly text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const shown = tip.current
    if (!open || shown === null) return
    keepInside(shown)
    const watch = new ResizeObserver(() => keepInside(shown))
    watch.observe(shown)
    return () => watch.disconnect()
  }, [open])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return (
    <span className={css.wrap}>
      <button
        type="button"
        className={css.mark}
        aria-label={label}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
      >
        <Icon name="info" size={20} />
      </button>
      {open && (
        <span ref={tip} role="tooltip" id={id} className={css.tip}>
          {text}
        </span>
      )}
    </span>
  )
}

/** Minimum distance to the edge of the screen in CSS pixels. */
const EDGE = 12

function keepInside(tip: HTMLElement): void {
  tip.style.marginLeft = ''
  const { left, right } = tip.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  const shift = Math.max(0, EDGE - left) - Math.max(0, right - clientWidth + EDGE)
  if (shift !== 0) tip.style.marginLeft = `${shift}px`
}
