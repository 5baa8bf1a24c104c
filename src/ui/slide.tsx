import { type CSSProperties, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './slide.module.css'
import { Spinner } from './spinner.tsx'

/** Let go at this part of the way or further, in per cent, it counts. */
const NEARLY = 92
/** A finger that lands elsewhere than on the handle would throw it there: such a leap does not count. */
const LEAP = 30

type SlideProps = {
  readonly label: string
  readonly busyLabel: string
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly onDone: () => void
}

/**
 * What cannot be undone is done by sliding a handle all the way. The platform's own range: arrow keys, Home and End
 * move it, and readers of the screen know it; at its end it acts, let go before that it goes back.
 */
export function Slide({ label, busyLabel, busy = false, disabled = false, onDone }: SlideProps) {
  const [value, setValue] = useState(0)
  const held = useRef(false)

  function finish(at: number) {
    held.current = false
    if (at < NEARLY || busy) return setValue(0)
    setValue(0)
    onDone()
  }
  return (
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
        onBlur={() => finish(0)}
        onChange={event => {
          const next = Number(event.target.value)
          if (held.current) setValue(next - value > LEAP ? value : next)
          else if (next >= 100) finish(next)
          else setValue(next)
        }}
      />
      <span className={css.handle} aria-hidden="true">
        {busy ? <Spinner size={24} /> : <Icon name="forward" size={26} />}
      </span>
    </div>
  )
}
