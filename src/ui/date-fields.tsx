import { useId, useMemo } from 'react'
import { type Lang, languages } from '#src/i18n/languages.ts'
import css from './field.module.css'
import { FieldError } from './field.tsx'
import { type Option, Select } from './select-field.tsx'
import { useText } from './use-text.ts'

/** Three lists (day, month, year), as is usual in Thai forms. */
export function BirthDateField({
  label,
  value,
  onChange,
  error,
  lastYear,
}: {
  readonly label: string
  /** `YYYY-MM-DD`. Parts that have not been chosen yet are empty, as in `2001--`. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  /** Latest year in the list, in the Gregorian calendar. */
  readonly lastYear: number
}) {
  const { t, lang } = useText()
  const errorId = `${useId()}-error`
  const [year = '', month = '', day = ''] = value.split('-')
  const set = (part: { year?: string; month?: string; day?: string }) =>
    onChange([part.year ?? year, part.month ?? month, part.day ?? day].join('-'))
  const monthNames = useMemo(
    () => months.map(month => ({ value: pad(month), label: t(`month.${month}`) })),
    [t],
  )
  const years = useMemo(() => yearsUntil(lastYear, lang), [lastYear, lang])
  const control = { 'aria-invalid': error !== undefined, 'aria-describedby': error ? errorId : undefined }
  const select = (part: keyof typeof names, chosen: string, options: readonly Option[]) => (
    <Select
      name={names[part]}
      autoComplete={`bday-${part}`}
      placeholder={t(`field.birthDate.${part}`)}
      control={{ ...control, 'aria-label': t(`field.birthDate.${part}`) }}
      value={chosen}
      onChange={value => set({ [part]: value })}
      options={options}
    />
  )
  return (
    <fieldset className={css.field}>
      <legend className={css.label} style={{ marginBottom: 6 }}>
        {label}
      </legend>
      <div className={css.trio}>
        {select('day', day, days)}
        {select('month', month, monthNames)}
        {select('year', year, years)}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

const names = { day: 'birthDay', month: 'birthMonth', year: 'birthYear' } as const
const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const pad = (n: number) => String(n).padStart(2, '0')
const days: readonly Option[] = Array.from({ length: 31 }, (_, index) => ({
  value: pad(index + 1),
  label: String(index + 1),
}))

const yearsUntil = (last: number, lang: Lang): readonly Option[] =>
  Array.from({ length: last - 1900 + 1 }, (_, index) => ({
    value: String(last - index),
    label: String(last - index + languages[lang].yearOffset),
  }))
