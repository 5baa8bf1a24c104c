import type { ReactNode } from 'react'
import styles from './knobs.module.css'

type KnobProps = {
  readonly label: string
  readonly children: ReactNode
}

/** One row of the knobs: a label and its control. */
export function Knob({ label, children }: KnobProps) {
  return (
    <div className={styles.knob}>
      <span>{label}</span>
      {children}
    </div>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly values: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A select with texts as options. If the current value is not in `values`, it becomes the first option. */
export function Choice({ label, values, value, onChange }: ChoiceProps) {
  const all = values.includes(value) ? values : [value, ...values]
  return (
    <select value={value} aria-label={label} onChange={event => onChange(event.target.value)}>
      {all.map(each => (
        <option key={each}>{each}</option>
      ))}
    </select>
  )
}

type NumberChoiceProps = {
  readonly label: string
  readonly choices: readonly { readonly value: number; readonly label: string }[]
  readonly value: number
  /** Label of the current value if it is not in `choices`. */
  readonly otherLabel: string
  readonly onChange: (value: number) => void
}

/**
 * A select with labelled numbers as options. If the current value is not in `choices`, it becomes the first
 * option.
 */
export function NumberChoice({ label, choices, value, otherLabel, onChange }: NumberChoiceProps) {
  const known = choices.some(choice => choice.value === value)
  const all = known ? choices : [{ value, label: otherLabel }, ...choices]
  return (
    <select value={value} aria-label={label} onChange={event => onChange(Number(event.target.value))}>
      {all.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
