import { type ReactNode, useId } from 'react'
import css from './field.module.css'
import { Icon } from './icon.tsx'
import { useText } from './use-text.ts'

export type ControlProps = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean | undefined
}

export type FieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly optional?: boolean
  /** True for a field outside the form's data, such as a search field. */
  readonly free?: boolean
}

export function useControlProps({ hint, error, optional, free }: Omit<FieldProps, 'label'>) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const control: ControlProps = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error !== undefined,
    'aria-required': optional || free ? undefined : true,
  }
  return { control, hintId, errorId }
}

/** The label's id, for a button whose name is the label and its own text. */
export const labelOf = ({ id }: Pick<ControlProps, 'id'>): string => `${id}-label`

export function FieldError({ id, children }: { id: string | undefined; children: string }) {
  return (
    <p className={css.error} id={id}>
      <Icon name="warning" size={18} />
      <span>{children}</span>
    </p>
  )
}

export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const { t } = useText()
  const { control, hintId, errorId } = useControlProps(props)
  return (
    <div className={css.field}>
      <label id={labelOf(control)} className={css.label} htmlFor={control.id}>
        {props.label}
        {props.optional && <span className={css.optional}>{t('field.optional')}</span>}
      </label>
      {props.children(control)}
      {props.error && <FieldError id={errorId}>{props.error}</FieldError>}
      {props.hint && (
        <div className={css.hint} id={hintId}>
          {props.hint}
        </div>
      )}
    </div>
  )
}
