export type Shown = {
  readonly customer: { readonly firstName: string | null }
  readonly reward: { readonly rights?: { readonly total: number } }
  readonly receipts: readonly { readonly id: string; readonly receiptNo: string }[]
}

/** What a home needs at least to be one: who, how many rights, and the way to send a receipt. */
export function Home({ customer, reward, receipts }: Shown) {
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
