import { sendReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

fault('8: a 503 is retried no sooner than Retry-After allows, and nothing is lost', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  const sick = { do: 'status', status: 503, error: 'UNAVAILABLE', retryAfter: 3 } as const
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: sick, times: 3 })
  await sendReceipt(page, no(1))
  const posts = () => campaign.origin.of('POST', '/api/receipt')
  await expect.poll(() => posts().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  expect(await countQueuedJobs(page)).toBe(1)
  await expect.poll(() => countQueuedJobs(page), { timeout: 90_000 }).toBe(0)
  const times = posts().map(({ at }) => at)
  const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0))
  expect(gaps).toHaveLength(3)
  // The phone waits exactly as long as Retry-After says. Network delays only make the gaps longer.
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(2990)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
