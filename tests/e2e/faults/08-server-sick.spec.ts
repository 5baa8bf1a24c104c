import { sendReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { waitingOn } from '#tests/kit/phone-storage.ts'

fault('8: a sick server is asked again no sooner than it said, and nothing is forgotten', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  const sick = { do: 'status', status: 503, error: 'UNAVAILABLE', retryAfter: 3 } as const
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: sick, times: 5 })
  await sendReceipt(page, no(1))
  const posts = () => campaign.origin.of('POST', '/api/receipt')
  await expect.poll(() => posts().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  expect(await waitingOn(page)).toBe(1)
  await expect.poll(() => waitingOn(page), { timeout: 90_000 }).toBe(0)
  const times = posts().map(({ at }) => at)
  const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0))
  expect(gaps).toHaveLength(5)
  // What the server asked for is kept to the millisecond of the phone's clock; the wire adds, it never takes away.
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(2990)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
