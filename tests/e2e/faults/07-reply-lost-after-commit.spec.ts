import { sendReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

fault('7: if only the response is lost, the retry gets the first response again', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'drop-reply' }, times: 1 })
  await sendReceipt(page, no(1))
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  const posts = campaign.origin.of('POST', '/api/receipt')
  expect(posts.map(({ status, replayed }) => ({ status, replayed }))).toEqual([
    { status: 200, replayed: false },
    { status: 200, replayed: true },
  ])
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
  await page.goto(`${campaign.origin.url}/receiptHistory`)
  await expect(page.getByText(no(1))).toHaveCount(1)
  await expect(page.getByRole('link', { name: new RegExp(no(1)) })).toContainText('รอตรวจสอบ')
})
