import { type CSSProperties, useRef, useState } from 'react'
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
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly onDone: () => void
}

/** Confirms an action that cannot be undone. It is an `<input type="range">`, so keys and screen readers work. */
export function Slide({ label, busyLabel, busy = false, disabled = false, onDone }: SlideProps) {
  const [value, setValue] = useState(0)
  const held = useRef(false)

  function finish(at: number) {
    held.current = false
    if (at < DONE_FROM || busy) return setValue(0)
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
          if (held.current) setValue(next - value > MAX_STEP ? value : next)
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
