import { expect, test, vi } from 'vitest'
import { photoKey, photoPrefix } from '#src/storage/keys.ts'
import { putImage } from '#tests/kit/activity.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, a, receipt } = world

type Stored = { readonly type: string; readonly bytes: ArrayBuffer }

const isPiece = ({ method, url }: Request) => method === 'PUT' && url.includes('/image/')

/** Queues a receipt without a network, changes its stored photo, and restores the network. */
async function sendWith(change: (photo: Stored) => Stored | Promise<Stored>) {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const job = receipt('A-1')
  await world.queue(outbox, 1000, job)
  const [sha256 = ''] = job.body.images
  const key = photoKey(a.customerId, sha256)
  await phone.disk.set([[key, await change((await phone.disk.get(key)) as Stored)]])
  let pieces = 0
  world.breakBy(request => {
    if (isPiece(request)) pieces += 1
    return 'ok'
  })
  await clock.advance(60_000)
  return { outbox, job, sha256, pieces }
}

const cut =
  (bytes: number) =>
  ({ type, bytes: whole }: Stored) => ({ type, bytes: whole.slice(0, bytes) })
const flipped = ({ type, bytes: whole }: Stored) => {
  const bytes = new Uint8Array(whole.slice(0))
  bytes[100] = (bytes[100] ?? 0) ^ 1
  return { type, bytes: bytes.buffer }
}

test.each([
  ['is empty', cut(0)],
  ['is too short', cut(200)],
  ['has another byte', flipped],
])('a stored photo that %s is a missing photo, and none of it is sent', async (_, change) => {
  const { outbox, job, sha256, pieces } = await sendWith(change)
  expect(outbox.views()).toMatchObject([
    { id: job.id, state: 'refused', failure: { kind: 'refused', code: 'IMAGE_MISSING' } },
  ])
  expect(pieces).toBe(0)
  // The form does not offer the damaged copy for the correction.
  expect(await outbox.photo(world.a.customerId, sha256)).toBeNull()
})

test('a photo whose file the browser has lost is a missing photo', async () => {
  const { outbox, job, sha256 } = await sendWith(photo => {
    const { disk } = world.phone
    const get = disk.get.bind(disk)
    vi.spyOn(disk, 'get').mockImplementation(key =>
      key.startsWith(photoPrefix(world.a.customerId))
        ? Promise.reject(new DOMException('Failed to read large IndexedDB value', 'DataError'))
        : get(key),
    )
    return photo
  })
  expect(outbox.views()).toMatchObject([
    { id: job.id, state: 'refused', failure: { kind: 'refused', code: 'IMAGE_MISSING' } },
  ])
  expect(await outbox.photo(world.a.customerId, sha256)).toBeNull()
})

test('a damaged copy does not matter if the server has the photo', async () => {
  const { outbox, pieces } = await sendWith(async photo => {
    await putImage(world.server, world.a, new Uint8Array(photo.bytes), { 'Content-Type': photo.type })
    return flipped(photo)
  })
  expect(pieces).toBe(0)
  expect(outbox.views()).toEqual([])
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a server that calls a whole photo damaged gets it again, and the receipt arrives', async () => {
  let refusals = 2
  world.answerBy(request => {
    if (!isPiece(request) || refusals-- <= 0) return null
    const idempotencyKey = request.headers.get('idempotency-key')
    const body = { error: 'IMAGE_HASH', message: 'x', requestId: 'r', idempotencyKey }
    return Promise.resolve(Response.json(body, { status: 422 }))
  })
  const { outbox } = await world.openWith(100, receipt('A-1'))
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'server' }])
  await clock.advance(60_000)
  expect(outbox.views()).toEqual([])
  expect(await world.receipts()).toEqual(['A A-1'])
})
