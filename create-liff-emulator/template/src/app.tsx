import { useState } from 'react'
import { type Customer, order } from './line.ts'

export function App({ customer }: { readonly customer: Customer }) {
  const [answer, setAnswer] = useState('')

  const send = (form: FormData) =>
    order(String(form.get('coffee'))).then(
      () => setAnswer('Thank you. The chat has your confirmation.'),
      (error: Error) => setAnswer(error.message),
    )

  return (
    <main>
      <h1>Hello, {customer.name}</h1>
      {customer.friend || <p>Add us as a friend, so that we can confirm your order.</p>}
      <form action={send}>
        <label>
          Coffee{' '}
          <select name="coffee">
            <option>Espresso</option>
            <option>Latte</option>
          </select>
        </label>{' '}
        <button type="submit">Order</button>
      </form>
      <p role="status">{answer}</p>
    </main>
  )
}
