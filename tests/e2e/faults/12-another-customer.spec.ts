import { goWithin, logOut } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'

fault(
  '12: jobs of one customer wait until that customer signs in again, even if another one signs in first',
  async scene => {
    const { page, campaign, who, mode, no, open } = scene
    await open()
    campaign.origin.break({ path: /^\/api\//, fault: { do: 'reset' } })
    await writeRecords(
      page,
      [1, 2, 3].map(n => queuedReceipt(who.customerId, no(n), n)),
    )
    await logOut(page)

    const other = await campaign.visitor()
    campaign.phoneOf(other, mode)
    campaign.origin.heal()
    campaign.origin.arrivals.length = 0
    await open()
    await goWithin(page, '/receiptHistory')
    await expect(page.getByText('ยังไม่มีใบเสร็จ มาส่งใบแรกกันเลย')).toBeVisible()
    await expect(page.getByText(no(1))).toHaveCount(0)
    expect(await countQueuedJobs(page)).toBe(3)
    expect(campaign.origin.of('POST', '/api/receipt')).toEqual([])
    await logOut(page)

    campaign.phoneOf(who, mode)
    await open()
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    expect(await campaign.receiptsOf(other)).toEqual([])
    expect(await campaign.receiptsOf(who)).toEqual([1, 2, 3].map(no))
  },
)
