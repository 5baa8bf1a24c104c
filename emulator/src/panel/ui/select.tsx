import type { Option } from '../texts/types.ts'

export type SelectProps<T extends string> = {
  readonly label: string
  readonly title?: string | undefined
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  /** The search finds the control by this setting id. */
  readonly setting?: string
}

export function Select<T extends string>({
  label,
  title,
  options,
  value,
  onChange,
  setting,
}: SelectProps<T>) {
  return (
    <select
      aria-label={label}
      title={title}
      data-setting={setting}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(option => option.value === target.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      {options.map(option => (
        <option key={option.value} value={option.value} title={option.title}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
