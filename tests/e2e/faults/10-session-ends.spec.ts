import { expect, fault, signedIn } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, readRecords, writeRecords } from '#tests/kit/phone-storage.ts'

const login = '/api/authorization/login'

fault('10: an expired session is renewed once, and all jobs are sent under the new one', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  await signedIn(page)
  await campaign.endSessions(who)
  campaign.origin.arrivals.length = 0
  const jobs = [1, 2, 3].map(n => queuedReceipt(who.customerId, no(n), n))
  await writeRecords(page, jobs)
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  expect(await campaign.receiptsOf(who)).toEqual([1, 2, 3].map(no))
  expect(campaign.origin.of('POST', login)).toHaveLength(1)
})

fault(
  '11: if the login fails too, the queue survives a reload and is sent after the next login',
  async scene => {
    const { page, campaign, who, no, open } = scene
    await open()
    await signedIn(page)
    await campaign.endSessions(who)
    const refused = { do: 'status', status: 401, error: 'LINE_TOKEN_INVALID' } as const
    campaign.origin.break({ method: 'POST', path: /^\/api\/(authorization\/|visit)/, fault: refused })
    await writeRecords(page, [queuedReceipt(who.customerId, no(1), 1)])
    // The server may answer 401 to the page's logs or to the receipt. In both cases the whole queue waits for the
    // login.
    const prompt = page.getByText('เข้าสู่ระบบไม่สำเร็จ')
    await expect(prompt).toBeVisible()
    const job = [expect.anything(), { state: expect.stringMatching(/^(queued|blocked-auth)$/), attempts: 0 }]
    await expect.poll(() => readRecords(page, 'q/job/')).toMatchObject([job])
    await page.reload()
    await expect(prompt).toBeVisible()
    await expect.poll(() => countQueuedJobs(page)).toBe(1)
    expect(await campaign.receiptsOf(who)).toEqual([])

    campaign.origin.heal()
    await open()
    await expect.poll(() => countQueuedJobs(page)).toBe(0)
    expect(await campaign.receiptsOf(who)).toEqual([no(1)])
  },
)
