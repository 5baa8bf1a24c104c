import { useId } from 'react'
import styles from './segmented.module.css'
import type { SelectProps } from './select.tsx'

/** A row of buttons with the options. */
export function Segmented<T extends string>({ label, options, value, onChange, setting }: SelectProps<T>) {
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
