import { startTransition, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { act, mount } from '#tests/kit/act.ts'

function Form({ onSubmit }: { readonly onSubmit: () => void }) {
  const [count, setCount] = useState(0)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        // React then reads the form, whether or not anything uses its data.
        startTransition(() => setCount(count + 1))
        onSubmit()
      }}
    >
      <input name="name" defaultValue="Phone" />
      <button type="submit">{count}</button>
    </form>
  )
}

test('a form is submitted during a transition without an error of React', async () => {
  const { container, root } = mount()
  const submitted = vi.fn()
  await act(async () => root.render(<Form onSubmit={submitted} />))
  await act(async () => container.querySelector('button')?.click())
  expect(submitted).toHaveBeenCalledOnce()
  expect(container.textContent).toBe('1')
  const form = container.querySelector('form')
  expect([...new FormData(form ?? undefined)]).toEqual([['name', 'Phone']])
})
