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
    // The moment in which the phone has it (or, on a fast machine, the server already); before, it is still the form's.
    const taken = async () => (await waitingOn(page)) + (await campaign.receiptsOf(who)).length
    await expect.poll(taken, { intervals: [1] }).toBeGreaterThan(0)
    await page.close()
    const again = await context.newPage()
    await open(again)
    await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])
    await expect.poll(() => waitingOn(again)).toBe(0)
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
  },
)
