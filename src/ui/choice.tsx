import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import css from './field.module.css'
import { FieldError, useControlProps } from './field.tsx'
import type { Option } from './select-field.tsx'

type TickProps = {
  readonly name: string
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly optional?: boolean
}

export function Checkbox({ name, label, checked, onChange, hint, error, optional }: TickProps) {
  const { control, hintId, errorId } = useControlProps({ hint, error, optional: optional ?? false })
  return (
    <div className={css.tick}>
      <input
        {...control}
        type="checkbox"
        name={name}
        checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
      <label htmlFor={control.id}>{label}</label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <div className={css.hint} id={hintId}>
          {hint}
        </div>
      )}
    </div>
  )
}

/** A switch for a setting that takes effect immediately. It measures 2.5 by 1.5 rem (spec S9). */
export function Toggle({
  label,
  checked,
  onChange,
  disabled = false,
}: Pick<TickProps, 'label' | 'checked' | 'onChange'> & { readonly disabled?: boolean }) {
  return (
    <label className={css.toggle}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
    </label>
  )
}

type ChoicesProps = {
  readonly legend: string
  /** True if the legend is visible only to screen readers. */
  readonly quiet?: boolean
  /** Stacks the options at full width, for long labels. */
  readonly stacked?: boolean
  readonly optional?: string
  readonly options: readonly Option[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

export function Choices({
  legend,
  quiet = false,
  stacked = false,
  optional,
  options,
  value,
  onChange,
  error,
}: ChoicesProps) {
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: `aria-invalid` needs the radiogroup role.
      role="radiogroup"
      className={css.field}
      aria-describedby={error ? errorId : undefined}
      aria-invalid={error !== undefined}
    >
      <legend className={quiet ? 'only-read' : css.label} style={quiet ? undefined : { marginBottom: 6 }}>
        {legend}
        {optional && <span className={css.optional}> {optional}</span>}
      </legend>
      <div className={classNames(css.choices, stacked && css.stacked)}>
        {options.map(option => (
          <label key={option.value} className={css.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
