import type { Locator, Page } from '@playwright/test'
import { goWithin } from './customer.ts'
import type { FaultCampaign, Visitor } from './fault-campaign.ts'

export async function writeAnswer(page: Page, n: number): Promise<Locator> {
  await goWithin(page, '/answer')
  await page.getByLabel('คำตอบของคุณ').fill(`คำตอบที่ ${n}`)
  return page.getByRole('button', { name: /^(ส่ง|แก้ไข)คำตอบ$/ })
}

export async function countAnswers({ db }: FaultCampaign, { customerId }: Visitor): Promise<number> {
  const rows = await db
    .selectFrom('idempotency')
    .select('key')
    .where('customer_id', '=', customerId)
    .where('route', '=', 'postAnswer')
    .execute()
  return rows.length
}
