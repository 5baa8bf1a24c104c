import { expect, fault, type Scene } from '#tests/kit/fault-e2e.ts'
import { plant, waitingAnswer, waitingOn, waitingReceipt } from '#tests/kit/phone-storage.ts'

/** Ten of each: more receipts in a minute the server asks to wait for. */
const numbers = Array.from({ length: 10 }, (_, i) => i + 1)

/** Ten receipts and ten answers wait in two tabs, and the network comes back. */
async function twoTabs({ page, context, campaign, who, no, open, secondTab }: Scene) {
  await open()
  await secondTab()
  await context.setOffline(true)
  await plant(
    page,
    numbers.flatMap(n => [waitingReceipt(who.customerId, no(n), n), waitingAnswer(who.customerId, no(n), n)]),
  )
  await context.setOffline(false)
  await expect.poll(() => waitingOn(page), { timeout: 60_000 }).toBe(0)
  expect((await campaign.receiptsOf(who)).toSorted()).toEqual(numbers.map(no))
  const keys = await campaign.db
    .selectFrom('idempotency')
    .select('key')
    .where('customer_id', '=', who.customerId)
    .where('route', '=', 'postAnswer')
    .execute()
  expect(keys).toHaveLength(10)
}

fault('16: of two tabs one sends, each thing once', async scene => {
  await twoTabs(scene)
  expect(scene.campaign.origin.of('POST', /^\/api\/(receipt|answer)$/)).toHaveLength(20)
})

fault('16b: without locks two tabs may both send, and it counts once', async scene => {
  await scene.context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await twoTabs(scene)
})
