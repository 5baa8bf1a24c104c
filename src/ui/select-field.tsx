import { useMemo } from 'react'
import css from './field.module.css'
import { Field, type FieldProps, type Tied } from './field.tsx'
import { Icon } from './icon.tsx'

export type Option = { readonly value: string; readonly label: string }
type SelectProps = {
  readonly name: string
  readonly value: string
  /** The same array as long as it says the same: a form that is typed into draws hundreds of them else. */
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
  /** What stands there before a choice. */
  readonly placeholder: string
  readonly disabled?: boolean
  readonly autoComplete?: string
}

/** The phone's own list to choose from, without a label of its own. */
export function Select({
  options,
  onChange,
  placeholder,
  tied,
  ...native
}: SelectProps & { readonly tied: Partial<Tied> & { readonly 'aria-label'?: string } }) {
  const choices = useMemo(
    () =>
      options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      )),
    [options],
  )
  return (
    <span className={css.select}>
      <select {...native} {...tied} className={css.control} onChange={event => onChange(event.target.value)}>
        <option value="">{placeholder}</option>
        {choices}
      </select>
      <Icon name="down" size={20} />
    </span>
  )
}

/** A choice from a list. */
export function SelectField({ label, hint, error, optional, ...select }: FieldProps & SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {tied => <Select {...select} tied={tied} />}
    </Field>
  )
}
