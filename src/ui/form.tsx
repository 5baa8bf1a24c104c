import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Notice } from './notice.tsx'
import { focusFirstProblem, type Problems } from './problems.ts'
import { useText } from './use-text.ts'

/** What is wrong with the fields of a form, and the form's element. */
export function useProblems<Field extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState({} as Problems<Field>)
  return {
    form,
    problems,
    /** Marks what is wrong, and leads to the first of it once the marks are in the document. */
    fail(found: Problems<Field>) {
      setProblems(found)
      setTimeout(() => focusFirstProblem(form.current))
    },
    /** Takes the marks off fields that have just changed; without names off all of them. */
    clear(names: readonly string[] = Object.keys(problems)) {
      setProblems(before => {
        const left = Object.entries(before).filter(([name]) => !names.includes(name))
        return Object.fromEntries(left) as Problems<Field>
      })
    },
  }
}

/** A form that says itself what is wrong with its fields, instead of the browser. */
export function Form({
  form,
  className,
  onSubmit,
  children,
}: {
  readonly form: RefObject<HTMLFormElement | null>
  readonly className: string | undefined
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  return (
    <form
      ref={form}
      noValidate
      className={className}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** How many things of a form need attention, read out when it appears. */
export function FormProblems({ count }: { count: number }) {
  const { t } = useText()
  return count === 0 ? null : <Notice live severity="error" title={t('form.errors', { count })} />
}
