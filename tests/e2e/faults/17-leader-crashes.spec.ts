import { crash, expect, fault } from '#tests/kit/fault-e2e.ts'
import { plant, waitingOn, waitingReceipt } from '#tests/kit/phone-storage.ts'

fault('17: where the sending tab crashes in the middle, another one delivers, once', async scene => {
  const { page, campaign, who, no, open, secondTab } = scene
  await open()
  const other = await secondTab()
  const posts = () => campaign.origin.of('POST', '/api/receipt')
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'hang-reply' }, times: 1 })
  await plant(page, [waitingReceipt(who.customerId, no(1), 1)])
  await expect.poll(() => posts().map(({ status }) => status)).toEqual([200])
  await crash(page)
  await expect.poll(() => waitingOn(other)).toBe(0)
  expect(posts().map(({ replayed }) => replayed)).toEqual([false, true])
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
})
