import { type FormEvent, useState } from 'react'
import { useTexts } from '../language/use-texts.tsx'
import type { PickerAction, PickerMode } from './actions.ts'
import styles from './composer.module.css'

const INPUTS = { date: 'date', time: 'time', datetime: 'datetime-local' } as const

/** LINE's default limits for each mode of the picker. */
const RANGE: Readonly<Record<PickerMode, readonly [min: string, max: string]>> = {
  date: ['1900-01-01', '2100-12-31'],
  time: ['00:00', '23:59'],
  datetime: ['1900-01-01T00:00', '2100-12-31T23:59'],
}

type PickerSheetProps = {
  readonly picker: PickerAction
  /** Called with the value in LINE's format, or with an empty string if the user cancels. */
  readonly onPick: (value: string) => void
}

const focus = (input: HTMLInputElement | null) => input?.focus()

export function PickerSheet({ picker, onPick }: PickerSheetProps) {
  const { chat, frame } = useTexts()
  const [value, setValue] = useState(picker.initial)
  const [min, max] = RANGE[picker.mode]
  const pick = (event: FormEvent) => {
    event.preventDefault()
    onPick(value)
  }
  return (
    <div className={styles.sheetBack}>
      <form className={styles.sheet} onSubmit={pick} aria-label={picker.label || chat.pickTime}>
        <label>
          {picker.label || chat.pickTime}
          <input
            ref={focus}
            required
            type={INPUTS[picker.mode]}
            min={picker.min || min}
            max={picker.max || max}
            value={value}
            onChange={event => setValue(event.target.value)}
          />
        </label>
        <div>
          <button type="button" onClick={() => onPick('')}>
            {frame.cancel}
          </button>
          <button type="submit">{chat.done}</button>
        </div>
      </form>
    </div>
  )
}
