import type { Page } from '@playwright/test'
import { delivered, expect, type Scene } from './fault-e2e.ts'
import { queuedReceipt, withPhotoOf, writeRecords } from './phone-storage.ts'
import { columnsOf } from './rows.ts'
import { untilCalled } from './until-called.ts'

/** Size of the photo: small enough that one lost chunk makes the sender's next chunks smaller (see `chunkBytes`). */
const PHOTO_BYTES = 250_000
const image = /^\/api\/receipt\/image\//

/**
 * Uploads the same photo from two tabs at once. A lost chunk makes the first tab's chunks smaller, so that the two tabs
 * send chunks of different lengths to the same upload.
 */
export async function uploadTogether(
  { campaign, who, no }: Pick<Scene, 'campaign' | 'who' | 'no'>,
  first: Page,
  openSecond: () => Promise<Page>,
): Promise<void> {
  const { origin } = campaign
  const one = queuedReceipt(who.customerId, no(1), 1, { photoBytes: PHOTO_BYTES })
  const other = withPhotoOf(queuedReceipt(who.customerId, no(2), 2), one)
  const pieces = { method: 'PUT', path: image } as const
  const [until, release] = untilCalled()
  const holdNoMore = origin.break({ ...pieces, fault: { do: 'hold', until } })
  origin.break({ ...pieces, fault: { do: 'cut', after: 20_000 }, times: 1 })
  /**
   * Returns the lengths of the chunks that are held before they reach the server. Each tab sends one chunk at a time.
   */
  const held = () =>
    origin.of('PUT', image).flatMap(({ fault, received }) => (fault === 'hold' ? [received] : []))
  await writeRecords(first, [one])
  await expect.poll(held).toHaveLength(1)
  const second = await openSecond()
  await writeRecords(first, [other])
  await expect.poll(held).toHaveLength(2)
  await expect.poll(() => new Set(held()).size, 'the pieces of the tabs have different lengths').toBe(2)
  holdNoMore()
  release()
  await delivered(first, second)

  expect(origin.of('PUT', image).filter(({ status }) => status === 422)).toEqual([])
  expect(await campaign.receiptsOf(who)).toEqual([1, 2].map(no))
  const images = await columnsOf(campaign, 'image', ['sha256'], { customer_id: who.customerId })
  expect(images).toEqual([{ sha256: one.sha256 }])
}
