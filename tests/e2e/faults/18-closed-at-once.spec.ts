import { fillReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { waitingOn } from '#tests/kit/phone-storage.ts'

fault(
  '18: a tab that is closed in the moment of sending has sent, or sends when it is opened again',
  async scene => {
    const { page, context, campaign, who, no, open } = scene
    await open()
    await fillReceipt(page, no(1))
    await page.getByRole('button', { name: 'ยืนยันส่ง' }).click({ noWaitAfter: true })
    await page.close()
    const again = await context.newPage()
    await open(again)
    await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
    await expect.poll(() => waitingOn(again)).toBe(0)
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
  },
)
