import { type ReactNode, type RefObject, useRef, useState } from 'react'
import css from './field.module.css'
import { Notice } from './notice.tsx'
import { focusFirstProblem, type Problems } from './problems.ts'
import { useText } from './use-text.ts'

export function useProblems<Field extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState({} as Problems<Field>)
  return {
    form,
    problems,
    /** Focuses the first invalid field after React has rendered the errors. */
    fail(found: Problems<Field>) {
      setProblems(found)
      setTimeout(() => focusFirstProblem(form.current))
    },
    /** Clears the errors of these fields, or all errors if `names` is omitted. */
    clear(names: readonly string[] = Object.keys(problems)) {
      setProblems(before => {
        const left = Object.entries(before).filter(([name]) => !names.includes(name))
        return Object.fromEntries(left) as Problems<Field>
      })
    },
  }
}

/** Shows the app's own validation errors instead of the browser's. */
export function Form({
  form,
  onSubmit,
  children,
}: {
  readonly form: RefObject<HTMLFormElement | null>
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  return (
    <form
      ref={form}
      noValidate
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

export function FormProblems({ count }: { count: number }) {
  const { t } = useText()
  return count === 0 ? null : <Notice live severity="error" title={t('form.errors', { count })} />
}
