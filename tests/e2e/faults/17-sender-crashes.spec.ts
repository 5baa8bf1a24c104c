import type { Page } from '@playwright/test'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'

fault('17: if the sending tab crashes during a request, another tab delivers the job, once', async scene => {
  const { page, phone, campaign, who, no, open, secondTab } = scene
  await open()
  const other = await secondTab()
  const posts = () => campaign.origin.of('POST', '/api/receipt')
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'hang-reply' }, times: 1 })
  const sends = (tab: Page) =>
    tab.waitForRequest(request => request.method() === 'POST' && request.url().endsWith('/api/receipt'))
  const first = Promise.any([page, other].map(tab => sends(tab).then(() => tab)))
  await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => posts().map(({ status }) => status)).toEqual([200])
  const sender = await first
  await phone.crash(sender)
  await expect.poll(() => countQueuedJobs(sender === page ? other : page)).toBe(0)
  expect(posts().map(({ replayed }) => replayed)).toEqual([false, true])
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
