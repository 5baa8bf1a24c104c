import { expect, fault, signedIn } from '#tests/kit/fault-e2e.ts'
import { kept, plant, waitingOn, waitingReceipt } from '#tests/kit/phone-storage.ts'

const login = '/api/authorization/login'

fault('10: a session that ended is renewed once, and everything goes out under the new one', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  await signedIn(page)
  await campaign.endSessions(who)
  campaign.origin.arrivals.length = 0
  const jobs = [1, 2, 3].map(n => waitingReceipt(who.customerId, no(n), n))
  await plant(page, jobs)
  await expect.poll(() => waitingOn(page)).toBe(0)
  expect(await campaign.receiptsOf(who)).toEqual([1, 2, 3].map(no))
  expect(campaign.origin.of('POST', login)).toHaveLength(1)
})

fault('11: where signing in fails too, the queue waits over a reload and goes out after it', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  await signedIn(page)
  await campaign.endSessions(who)
  const refused = { do: 'status', status: 401, error: 'LINE_TOKEN_INVALID' } as const
  campaign.origin.break({ method: 'POST', path: /^\/api\/authorization\//, fault: refused })
  await plant(page, [waitingReceipt(who.customerId, no(1), 1)])
  // Whatever hears the 401 first, the page's logs or the receipt itself, the whole queue waits for the sign-in.
  const prompt = page.getByText('เข้าสู่ระบบไม่สำเร็จ')
  await expect(prompt).toBeVisible()
  const job = [expect.anything(), { state: expect.stringMatching(/^(queued|blocked-auth)$/), attempts: 0 }]
  await expect.poll(() => kept(page, 'q/job/')).toMatchObject([job])
  await page.reload()
  await expect(prompt).toBeVisible()
  await expect.poll(() => waitingOn(page)).toBe(1)
  expect(await campaign.receiptsOf(who)).toEqual([])

  campaign.origin.heal()
  await open()
  await expect.poll(() => waitingOn(page)).toBe(0)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
