import { type CSSProperties, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './slide.module.css'
import { Spinner } from './spinner.tsx'

/** Releasing the handle at this percentage or later confirms the action. */
const DONE_FROM = 92
/** Maximum change in one step, in per cent. A tap next to the handle would move it further than this and is ignored. */
const MAX_STEP = 30

type SlideProps = {
  readonly label: string
  readonly busyLabel: string
  /** The button that confirms after the handle was moved with keys or a screen reader. */
  readonly confirmLabel: string
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly onDone: () => void
}

/**
 * Confirms an action that cannot be undone. It is an `<input type="range">`, so keys and screen readers work. One key
 * can move the handle to the end, so a button then asks for a second press.
 */
export function Slide(props: SlideProps) {
  const { label, busyLabel, confirmLabel, busy = false, disabled = false, onDone } = props
  const [value, setValue] = useState(0)
  const [asks, setAsks] = useState(false)
  const held = useRef(false)

  function finish(at: number) {
    held.current = false
    setAsks(false)
    setValue(0)
    if (at >= DONE_FROM && !busy) onDone()
  }
  const slide = (
    <div
      className={classNames(css.slide, disabled && css.off)}
      style={{ '--way': busy ? 100 : value } as CSSProperties}
    >
      <span className={css.done} aria-hidden="true" />
      <span className={css.label} aria-hidden="true">
        {busy ? busyLabel : label}
      </span>
      <input
        type="range"
        className={css.range}
        aria-label={label}
        aria-busy={busy}
        aria-valuetext={busy ? busyLabel : `${value}%`}
        min={0}
        max={100}
        step={1}
        value={busy ? 100 : value}
        disabled={disabled || busy}
        onPointerDown={() => {
          held.current = true
        }}
        onPointerUp={() => finish(value)}
        onPointerCancel={() => finish(0)}
        onBlur={() => {
          // Moving the focus to the button must not hide it.
          if (!asks) finish(0)
        }}
        onChange={event => {
          const next = Number(event.target.value)
          if (held.current) return setValue(next - value > MAX_STEP ? value : next)
          setValue(next)
          setAsks(next >= 100)
        }}
      />
      <span className={css.handle} aria-hidden="true">
        {busy ? <Spinner size={24} /> : <Icon name="forward" size={26} />}
      </span>
    </div>
  )
  return (
    <>
      {slide}
      <div role="status">
        {asks && !busy && !disabled && (
          <Button wide onClick={() => finish(100)}>
            {confirmLabel}
          </Button>
        )}
      </div>
    </>
  )
}
