import type { InputHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import css from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

type Native = InputHTMLAttributes<HTMLInputElement>
type TextProps = FieldProps & {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
} & Pick<
    Native,
    'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder' | 'readOnly' | 'max' | 'min'
  > & {
    readonly autoCapitalize?: 'none' | 'words' | 'characters'
  }

/** One line of text. */
export function TextField({ label, hint, error, optional, free, onChange, ...native }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} free={free ?? false}>
      {tied => (
        <input
          {...native}
          {...tied}
          className={css.control}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type AreaProps = FieldProps & {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly maxLength?: number
}

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, onChange, rows = 4, ...native }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {tied => (
        <textarea
          {...native}
          {...tied}
          rows={rows}
          className={classNames(css.control, css.area)}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/**
 * An amount in baht, as typed: digits and one point. Thai digits and separators are taken and written plainly,
 * so that `๑,๒๕๐.50` becomes `1250.50`.
 */
export function MoneyField(props: Omit<TextProps, 'type' | 'inputMode'>) {
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      onChange={typed => props.onChange(plainAmount(typed))}
    />
  )
}

/** What is typed as an amount, as digits and at most one point. */
export function plainAmount(typed: string): string {
  const digits = typed.replace(/[๐-๙]/g, digit => String(digit.charCodeAt(0) - 0x0e50)).replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = digits.split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}
