import { useMemo } from 'react'
import css from './field.module.css'
import { type ControlProps, Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export type Option = { readonly value: string; readonly label: string }
type SelectProps = {
  readonly name: string
  readonly value: string
  /** Must be memoised; otherwise each keystroke in the form rerenders hundreds of options. */
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
  readonly placeholder: string
  readonly disabled?: boolean
  readonly autoComplete?: string
}

export function Select({
  options,
  onChange,
  placeholder,
  control,
  ...native
}: SelectProps & { readonly control: Partial<ControlProps> & { readonly 'aria-label'?: string } }) {
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
      <select
        {...native}
        {...control}
        className={css.control}
        onChange={event => onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {choices}
      </select>
      <Icon name="down" size={20} />
    </span>
  )
}

export function SelectField({ label, hint, error, optional, ...select }: FieldProps & SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {control => <Select {...select} control={control} />}
    </Field>
  )
}
