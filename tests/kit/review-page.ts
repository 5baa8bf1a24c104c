import { sendReceipt, setCampaign } from './activity.ts'
import { type DeskPage, deskWorld } from './desk-page.tsx'
import { update } from './rows.ts'

/** Opens a desk on a campaign to which a test can send receipts for review. */
export async function reviewWorld() {
  const world = await deskWorld()
  await setCampaign(world.server, { max_receipts_per_day: 1000 })
  return {
    ...world,
    /** Sends receipts numbered R-1, R-2 and so on, which reviewers get in this order. Returns the receipts' ids. */
    async send(count: number): Promise<string[]> {
      const customer = await world.server.signIn()
      const ids: string[] = []
      for (let sent = 1; sent <= count; sent++) {
        world.clock.advance(1000)
        // The stores and amounts differ, so that no two receipts look like duplicates.
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

/** Returns the number of the receipt on the screen. */
export const shown = (page: DeskPage): string | null => /NumberR-(\d+)-000/.exec(page.text())?.[1] ?? null
