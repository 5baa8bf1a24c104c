import { useId } from 'react'
import styles from './segmented.module.css'

type Option<T extends string> = {
  readonly value: T
  readonly label: string
  readonly title?: string
}

type SegmentedProps<T extends string> = {
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: T | undefined
  readonly onChange: (value: T) => void
}

/** A segmented control: radio buttons in one row. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset className={styles.row} aria-label={label}>
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
