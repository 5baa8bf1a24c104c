import { sendReceipt, setCampaign } from './activity.ts'
import { type DeskPage, deskWorld } from './desk-page.tsx'
import { update } from './rows.ts'

/** The desk's world with receipts to review. */
export async function reviewWorld() {
  const world = await deskWorld()
  await setCampaign(world.server, { max_receipts_per_day: 1000 })
  return {
    ...world,
    /** Sends receipts with the numbers and so on, which come in this order. */
    async send(count: number): Promise<string[]> {
      const customer = await world.server.signIn()
      const ids: string[] = []
      for (let sent = 1; sent <= count; sent++) {
        world.clock.advance(1000)
        // Different stores and amounts, so that no receipt resembles another one.
        const change = { receiptNo: `R-${sent}-000`, amount: 200 + sent, storeId: sent }
        ids.push((await sendReceipt(world.server, customer, change)).body.id)
      }
      await update(world, 'receipt', { risk: 0 })
      return ids
    },
    async statuses(): Promise<string> {
      const rows = await world.db
        .selectFrom('receipt')
        .select(['receipt_no', 'status'])
        .orderBy('created_at')
        .execute()
      return rows.map(({ status }) => status).join(' ')
    },
  }
}

/** The number of the receipt on the screen. */
export const shown = (page: DeskPage): string | null => /NumberR-(\d+)-000/.exec(page.text())?.[1] ?? null
