import { type ReactNode, useId } from 'react'
import css from './field.module.css'
import { Icon } from './icon.tsx'
import { useText } from './use-text.ts'

/** What a control must carry so that its label, hint and error belong to it. */
export type Tied = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean | undefined
}

export type FieldProps = {
  readonly label: string
  readonly hint?: ReactNode
  /** The sentence to show beside the field; undefined where it is in order. */
  readonly error?: string | undefined
  readonly optional?: boolean
  /** Not part of what is sent, such as a search: neither asked for nor called optional. */
  readonly free?: boolean
}

/** The ids that tie a control to its hint and error. */
export function useTied({ hint, error, optional, free }: Omit<FieldProps, 'label'>) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const tied: Tied = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error !== undefined,
    'aria-required': optional || free ? undefined : true,
  }
  return { tied, hintId, errorId }
}

/** The sentence that says what is wrong with a field. */
export function FieldError({ id, children }: { id: string | undefined; children: string }) {
  return (
    <p className={css.error} id={id}>
      <Icon name="warning" size={18} />
      <span>{children}</span>
    </p>
  )
}

/** A label, a control, a hint, an error. */
export function Field(props: FieldProps & { readonly children: (tied: Tied) => ReactNode }) {
  const { t } = useText()
  const { tied, hintId, errorId } = useTied(props)
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={tied.id}>
        {props.label}
        {props.optional && <span className={css.optional}>{t('field.optional')}</span>}
      </label>
      {props.children(tied)}
      {props.error && <FieldError id={errorId}>{props.error}</FieldError>}
      {props.hint && (
        <div className={css.hint} id={hintId}>
          {props.hint}
        </div>
      )}
    </div>
  )
}
