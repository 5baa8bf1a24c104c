import { expect, fault, type Scene } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedAnswer, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'
import { columnsOf } from '#tests/kit/rows.ts'

/** The numbers of ten receipts and ten answers. The server's rate limit refuses more receipts per minute. */
const numbers = Array.from({ length: 10 }, (_, i) => i + 1)

/** Queues ten receipts and ten answers in two tabs, then goes online. */
async function twoTabs({ page, phone, campaign, who, no, open, secondTab }: Scene) {
  await open()
  await secondTab()
  await phone.setOffline(true)
  await writeRecords(
    page,
    numbers.flatMap(n => [queuedReceipt(who.customerId, no(n), n), queuedAnswer(who.customerId, no(n), n)]),
  )
  await phone.setOffline(false)
  await expect.poll(() => countQueuedJobs(page), { timeout: 60_000 }).toBe(0)
  expect((await campaign.receiptsOf(who)).toSorted()).toEqual(numbers.map(no))
  const keys = await columnsOf(campaign, 'idempotency', ['key'], {
    customer_id: who.customerId,
    route: 'postAnswer',
  })
  expect(keys).toHaveLength(10)
}

fault('16: two tabs share the work, and each job is sent once', async scene => {
  await twoTabs(scene)
  expect(scene.campaign.origin.of('POST', /^\/api\/(receipt|answer)$/)).toHaveLength(20)
})

fault('16b: without the Web Locks API both tabs may send, and each job still counts once', async scene => {
  await scene.context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await twoTabs(scene)
})
