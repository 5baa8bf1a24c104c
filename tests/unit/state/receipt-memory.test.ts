import { expect, test } from 'vitest'
import { keepThumbnail, readLastStore, readThumbnail, THUMBNAILS_MAX } from '#src/state/receipt-memory.ts'
import { privatePrefix, signedInKey } from '#src/storage/keys.ts'
import { done, openModels, typedReceipt, visited } from '#tests/kit/models.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)

const photos = {
  prepare: async () => ({ ok: false, reason: 'unreadable' }) as const,
  problem: async () => null,
  thumbnail: async (photo: Blob) => photo.slice(0, 2),
}
const photo = new Blob(['photo'], { type: 'image/jpeg' })
const hash = (n: number) => String(n).padStart(64, '0')

test('remembers the store of a sent receipt and a small copy of its photo, also for the next page', async () => {
  const models = await visited(world)
  const given = typedReceipt(models, 'RM-0001')
  const sha256 = given.photos[0]?.sha256 ?? ''
  expect(await done(world, models.receipts.lastStore())).toBeNull()
  expect(await done(world, models.receipts.send(given, null), 1000)).toMatchObject({ state: 'received' })
  await world.clock.advance(10)
  models.page.close()
  const { receipts } = openModels(world.phone)
  world.breakBy(() => 'drop-request')
  expect(await done(world, receipts.lastStore())).toBe(given.storeId)
  expect((await done(world, receipts.thumbnail(sha256)))?.size).toBe(2)
  expect(await done(world, receipts.thumbnail(hash(1)))).toBeNull()
})

test('shows the photo of a queued receipt small without a request, and downloads none for a list', async () => {
  const models = await visited(world)
  world.breakBy(request => (isReceiptPost(request) ? 'drop-request' : 'ok'))
  const given = typedReceipt(models, 'RM-0002')
  await done(world, models.receipts.send(given, null))
  const before = world.calls('GET /api/receipt/image')
  expect(await done(world, models.receipts.thumbnail(given.photos[0]?.sha256 ?? ''))).not.toBeNull()
  expect(await done(world, models.receipts.thumbnail(hash(2)))).toBeNull()
  expect(world.calls('GET /api/receipt/image')).toBe(before)
})

test('stores nothing for a customer who has signed out, and deletes what it knew with the customer', async () => {
  const { phone } = world
  const { kv } = phone.base().ports
  const id = world.a.customerId
  await kv.set([[signedInKey(id), {}]])
  await keepThumbnail({ kv, photos }, id, { sha256: hash(3), photo, at: 1 })
  expect((await readThumbnail(kv, id, hash(3)))?.size).toBe(2)
  await kv.deletePrefix(privatePrefix(id))
  await keepThumbnail({ kv, photos }, id, { sha256: hash(4), photo, at: 2 })
  expect(await kv.keys(privatePrefix(id))).toEqual([])
  expect(await readLastStore(kv, id)).toBeNull()
})

test('keeps a limited number of copies and deletes the oldest', async () => {
  const { kv } = world.phone.base().ports
  const id = world.a.customerId
  await kv.set([[signedInKey(id), {}]])
  for (let n = 0; n <= THUMBNAILS_MAX; n++)
    await keepThumbnail({ kv, photos }, id, { sha256: hash(n), photo, at: n })
  expect(await kv.keys(`${privatePrefix(id)}thumbnail/`)).toHaveLength(THUMBNAILS_MAX)
  expect(await readThumbnail(kv, id, hash(0))).toBeNull()
  expect(await readThumbnail(kv, id, hash(THUMBNAILS_MAX))).not.toBeNull()
})
