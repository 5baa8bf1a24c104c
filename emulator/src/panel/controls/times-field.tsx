import { useTexts } from '../language/use-texts.tsx'

type TimesFieldProps = {
  /** Empty means no limit. */
  readonly value: string
  readonly onChange: (value: string) => void
}

export function TimesField({ value, onChange }: TimesFieldProps) {
  const { tools } = useTexts()
  return (
    <label>
      <input
        type="number"
        min={1}
        placeholder="∞"
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <span>{tools.times}</span>
    </label>
  )
}
