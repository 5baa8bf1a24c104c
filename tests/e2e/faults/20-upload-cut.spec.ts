import { expect, fault } from '#tests/kit/fault-e2e.ts'
import { countQueuedJobs, queuedReceipt, writeRecords } from '#tests/kit/phone-storage.ts'
import { rowsOf } from '#tests/kit/rows.ts'
import { uploadTogether } from '#tests/kit/shared-photo.ts'

const PHOTO_BYTES = 500_000

fault('20: an upload that is cut twice continues at the received size and repeats little', async scene => {
  const { page, campaign, who, no, open } = scene
  await open()
  const { origin } = campaign
  const image = /^\/api\/receipt\/image\//
  const received = () => origin.of('PUT', image).reduce((sum, one) => sum + one.received, 0)
  for (const part of [0.4, 0.8])
    origin.break({
      method: 'PUT',
      path: image,
      fault: { do: 'cut', after: 20_000 },
      times: 1,
      when: () => received() >= part * PHOTO_BYTES,
    })
  const job = queuedReceipt(who.customerId, no(1), 1, { photoBytes: PHOTO_BYTES })
  await writeRecords(page, [job])
  await expect.poll(() => countQueuedJobs(page)).toBe(0)
  expect(origin.of('PUT', image).filter(({ fault }) => fault === 'cut')).toHaveLength(2)
  expect(received()).toBeLessThanOrEqual(1.5 * PHOTO_BYTES)
  expect(await campaign.receiptsOf(who)).toEqual([no(1)])
  const images = await rowsOf(campaign, 'image', { customer_id: who.customerId })
  expect(images.map(({ sha256 }) => sha256)).toEqual([job.sha256])
})

fault('20b: two tabs that send one photo in pieces of different sizes deliver both receipts', async scene => {
  await scene.open()
  await uploadTogether(scene, scene.page, scene.secondTab)
})
