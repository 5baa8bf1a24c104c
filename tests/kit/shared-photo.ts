import type { Page } from '@playwright/test'
import { delivered, expect, type Scene } from './fault-e2e.ts'
import { queuedReceipt, withPhotoOf, writeRecords } from './phone-storage.ts'
import { columnsOf } from './rows.ts'
import { untilCalled } from './until-called.ts'

/** The photo is small enough that one lost piece makes the sender's next pieces smaller (see `chunkBytes`). */
const PHOTO_BYTES = 250_000
const image = /^\/api\/receipt\/image\//

/** Two tabs upload the same photo at once. A lost piece makes the first tab's pieces smaller, so that the offsets meet. */
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
  /** The lengths of the pieces that have not reached the server yet. A tab sends one piece at a time. */
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
