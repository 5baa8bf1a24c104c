import { goWithin, sendReceipt } from '#tests/kit/customer.ts'
import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs } from '#tests/kit/phone-storage.ts'

fault('8: a 503 is retried no sooner than Retry-After allows, and nothing is lost', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  const sick = { do: 'status', status: 503, error: 'UNAVAILABLE', retryAfter: 3 } as const
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: sick, times: 1 })
  await sendReceipt(page, no(1))
  const posts = () => campaign.origin.of('POST', '/api/receipt')
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  const [refused, accepted, ...others] = posts().map(({ at }) => at)
  expect(others).toEqual([])
  // The phone waits for exactly the time in Retry-After. Network delays only make the gap longer.
  expect((accepted ?? 0) - (refused ?? 0)).toBeGreaterThanOrEqual(2990)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})

fault('8b: “send now” sends, and the button is missing as long as a tap would send nothing', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  const receipts = { method: 'POST', path: /^\/api\/receipt$/ } as const
  const button = page.getByRole('button', { name: 'ส่งตอนนี้' })
  campaign.origin.break({ ...receipts, fault: { do: 'reset' } })
  await sendReceipt(page, no(1))
  await goWithin(page, '/outbox')
  await expect(button).toBeVisible()
  campaign.origin.heal()
  await button.click()
  await expect.poll(() => campaign.receiptsOf(who)).toEqual([no(1)])

  const busy = { do: 'status', status: 503, error: 'UNAVAILABLE', retryAfter: 600 } as const
  campaign.origin.break({ ...receipts, fault: busy, times: 1 })
  await goWithin(page, '/')
  await sendReceipt(page, no(2))
  const posts = campaign.origin.of('POST', '/api/receipt').length
  // After a reload, the page reads the server's delay from the phone's record.
  for (const loads of [false, true]) {
    if (loads) await open()
    await goWithin(page, '/outbox')
    await expect(page.getByText(/จะลองใหม่เวลาประมาณ/)).toBeVisible()
    await expect(button).toBeHidden()
  }
  expect(campaign.origin.of('POST', '/api/receipt')).toHaveLength(posts)
})
