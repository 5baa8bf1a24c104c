import { useEffect, useState } from 'react'
import { call } from './api.ts'
import './home.css'
import type { Customer } from './startup.ts'

type Reward = { readonly rights?: { readonly total: number } }
type Receipt = { readonly id: string; readonly receiptNo: string }

/** A minimal home: the customer's name and the link to send a receipt. Rewards and receipts load later. */
export function Home({ customer }: { readonly customer: Customer }) {
  const [reward, setReward] = useState<Reward>({})
  const [receipts, setReceipts] = useState<readonly Receipt[]>([])
  useEffect(() => {
    async function fill() {
      setReward(await call<Reward>('GET', '/api/reward'))
      setReceipts(await call<Receipt[]>('GET', '/api/receipt/customerHistory'))
    }
    void fill()
  }, [])
  return (
    <main>
      <h1>สวัสดีคุณ{customer.firstName}</h1>
      <p>สิทธิ์ของคุณ {reward.rights?.total ?? 0}</p>
      <a href="/receipt">ส่งใบเสร็จ</a>
      <ul>
        {receipts.map(({ id, receiptNo }) => (
          <li key={id}>{receiptNo}</li>
        ))}
      </ul>
    </main>
  )
}
