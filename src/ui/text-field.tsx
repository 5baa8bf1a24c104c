import type { InputHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import css from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { nextFieldOnEnter } from './next-field.ts'

type Native = InputHTMLAttributes<HTMLInputElement>
type TextProps = FieldProps & {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
} & Pick<
    Native,
    | 'type'
    | 'inputMode'
    | 'autoComplete'
    | 'enterKeyHint'
    | 'maxLength'
    | 'placeholder'
    | 'readOnly'
    | 'max'
    | 'min'
  > & {
    readonly autoCapitalize?: 'none' | 'words' | 'characters'
  }

export function TextField({ label, hint, error, optional, free, onChange, ...native }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false} free={free ?? false}>
      {control => (
        <input
          {...native}
          {...control}
          className={css.control}
          {...(native.enterKeyHint === 'next' ? { onKeyDown: nextFieldOnEnter } : {})}
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

export function TextArea({ label, hint, error, optional, onChange, rows = 4, ...native }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional ?? false}>
      {control => (
        <textarea
          {...native}
          {...control}
          rows={rows}
          className={classNames(css.control, css.area)}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Keeps the text as it was typed, because removing a letter or a comma would make it another amount. */
export const MoneyField = (props: Omit<TextProps, 'type' | 'inputMode'>) => (
  <TextField {...props} inputMode="decimal" autoComplete="off" />
)
