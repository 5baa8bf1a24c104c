import { delivered, expect } from '#tests/kit/fault-e2e.ts'
import { queuedAnswer, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'
import { expectToday, forEachRelease, type ReleaseScene } from '#tests/kit/release-e2e.ts'
import { expectOneEffectEach, jobsOf } from '#tests/kit/release-queue.ts'

/** Opens an older app and lets it send a receipt, whose answer the phone never gets. */
async function openAndSend({ page, campaign, who, no, open }: ReleaseScene) {
  await open()
  campaign.origin.break({ method: 'POST', path: /^\/api\/receipt$/, fault: { do: 'hang-reply' }, times: 1 })
  const queue = [1, 2, 3].flatMap(n => [
    queuedReceipt(who.customerId, no(n), n),
    queuedAnswer(who.customerId, no(n), n),
  ])
  await writeRecords(page, queue)
  await expect
    .poll(() => campaign.origin.of('POST', '/api/receipt').filter(({ status }) => status === 200).length)
    .toBe(1)
  expect(await jobsOf(page)).toContainEqual(
    expect.objectContaining({ route: 'createReceipt', state: 'sending' }),
  )
  campaign.deploy('v1')
  return queue.map(({ id }) => id)
}

async function expectTakenOver(scene: ReleaseScene, jobs: readonly string[]): Promise<void> {
  const { page, campaign, who, no } = scene
  await expectToday(page, scene)
  await delivered(page)
  expectOneEffectEach(scene, jobs)
  expect(await campaign.receiptsOf(who)).toEqual([1, 2, 3].map(no))
  // The server repeats its answer to the receipt whose first answer was lost.
  expect(campaign.origin.of('POST', '/api/receipt').filter(({ replayed }) => replayed)).toHaveLength(1)
}

forEachRelease('an update that the customer accepts while a receipt is being sent', 'worker', async scene => {
  const { page } = scene
  const sent = await openAndSend(scene)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await page.getByRole('button', { name: 'อัปเดต', exact: true }).click()
  await expectTakenOver(scene, sent)
})

forEachRelease('a reload in LINE while a receipt is being sent', 'no-worker', async scene => {
  const sent = await openAndSend(scene)
  await scene.page.reload()
  await expectTakenOver(scene, sent)
})
