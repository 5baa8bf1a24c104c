import type { ReactNode } from 'react'

type Props = { readonly submit: () => void; readonly id?: string; readonly children: ReactNode }

export function Form({ submit, children, ...others }: Props) {
  return (
    <form
      {...others}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
    </form>
  )
}
