import { useId } from 'react'
import type { OptionText } from '../texts/types.ts'
import styles from './segmented.module.css'

type SegmentedProps<T extends string> = {
  readonly label: string
  readonly options: readonly ({ readonly value: T } & OptionText)[]
  readonly value: T | undefined
  readonly onChange: (value: T) => void
  /** The search finds the control by this setting id. */
  readonly setting?: string
}

export function Segmented<T extends string>({ label, options, value, onChange, setting }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset className={styles.row} aria-label={label} data-setting={setting}>
      {options.map(option => (
        <label key={option.value} className={styles.option} title={option.title}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
