import type { ReactNode } from 'react'
import styles from './knobs.module.css'

type KnobProps = {
  readonly label: string
  /** Takes the whole row, under its label. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A row of the knobs: what it turns, and the control. */
export function Knob({ label, wide = false, children }: KnobProps) {
  return (
    <div className={`${styles.knob} ${wide ? styles.wide : ''}`}>
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

/** One of many texts; a value that is not among them is shown first. */
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
  /** The label of a value that is not among the choices. */
  readonly other: string
  readonly onChange: (value: number) => void
}

/** One of many numbers, each with its words. */
export function NumberChoice({ label, choices, value, other, onChange }: NumberChoiceProps) {
  const known = choices.some(choice => choice.value === value)
  const all = known ? choices : [{ value, label: other }, ...choices]
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
