import { sendReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

fault('6: a request that fails before it reaches the server is retried, with one effect', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'reset' }, times: 2 })
  await sendReceipt(page, no(1))
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
  const posts = campaign.origin.of('POST', '/api/receipt')
  expect(posts.map(({ fault }) => fault)).toEqual(['reset', 'reset', null])
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1)
})
