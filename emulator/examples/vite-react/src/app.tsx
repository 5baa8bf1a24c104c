import { useEffect, useState } from 'react'
import { type Customer, signIn } from './sign-in.ts'

export function App() {
  const [customer, setCustomer] = useState<Customer | null>(null)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    signIn().then(setCustomer, (error: Error) => setProblem(error.message))
  }, [])

  if (problem !== '') return <p role="alert">{problem}</p>
  if (customer === null) return <p>Loading …</p>
  return (
    <main>
      <h1>Hello, {customer.name}</h1>
      {customer.friend ? <p>Good to see you again.</p> : <p>Add us as a friend for a coupon.</p>}
    </main>
  )
}
