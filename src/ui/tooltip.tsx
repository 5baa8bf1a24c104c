import { useEffect, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import css from './tooltip.module.css'

/** A short explanation behind a mark, at most 12.5 rem wide (S9). Opens on press, closes on the next one or Escape. */
export function Tooltip({ label, text }: { readonly label: string; readonly text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
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
        <span role="tooltip" id={id} className={css.tip}>
          {text}
        </span>
      )}
    </span>
  )
}
