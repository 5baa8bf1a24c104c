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
    () => months.map((key, index) => ({ value: pad(index + 1), label: t(key) })),
    [t],
  )
  const years = useMemo(() => yearsUntil(lastYear, lang), [lastYear, lang])
  const control = { 'aria-invalid': error !== undefined, 'aria-describedby': error ? errorId : undefined }
  return (
    <fieldset className={css.field}>
      <legend className={css.label} style={{ marginBottom: 6 }}>
        {label}
      </legend>
      <div className={css.trio}>
        <Select
          name="birthDay"
          autoComplete="bday-day"
          placeholder={t('field.birthDate.day')}
          control={{ ...control, 'aria-label': t('field.birthDate.day') }}
          value={day}
          onChange={chosen => set({ day: chosen })}
          options={days}
        />
        <Select
          name="birthMonth"
          autoComplete="bday-month"
          placeholder={t('field.birthDate.month')}
          control={{ ...control, 'aria-label': t('field.birthDate.month') }}
          value={month}
          onChange={chosen => set({ month: chosen })}
          options={monthNames}
        />
        <Select
          name="birthYear"
          autoComplete="bday-year"
          placeholder={t('field.birthDate.year')}
          control={{ ...control, 'aria-label': t('field.birthDate.year') }}
          value={year}
          onChange={chosen => set({ year: chosen })}
          options={years}
        />
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

const months = [
  'month.1',
  'month.2',
  'month.3',
  'month.4',
  'month.5',
  'month.6',
  'month.7',
  'month.8',
  'month.9',
  'month.10',
  'month.11',
  'month.12',
] as const
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
