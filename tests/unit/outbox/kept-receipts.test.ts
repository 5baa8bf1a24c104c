import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { KEPT_MS, MAX_KEPT, MAX_KEPT_BYTES } from '#src/outbox/limits.ts'
import { withQuotaGuard } from '#src/storage/key-value-store.ts'
import { keptKey, keptPhotoKey, privatePrefix } from '#src/storage/keys.ts'
import { png, pngChunk } from '#tests/kit/images.ts'
import { keptWorld } from '#tests/kit/kept-world.ts'
import { type Models, openModels } from '#tests/kit/models.ts'
import { isReceiptPost } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(keptWorld)

type Receipt = ReturnType<typeof world.receipt>

/** Adds a chunk with this many bytes of data to a PNG. */
const withComment = (picture: Buffer, bytes: number) =>
  Buffer.concat([
    picture.subarray(0, PNG_HEAD),
    pngChunk('teSt', Buffer.alloc(Math.round(bytes))),
    picture.subarray(PNG_HEAD),
  ])

/** Length of a PNG's signature and first chunk, in bytes. */
const PNG_HEAD = 33

test('a receipt that the customer has withdrawn is not kept', async () => {
  const models = await world.visit()
  const { subject } = await world.send(models, 'A-1')
  void models.queue.outbox.enqueue({ route: 'deleteReceipt', params: { id: subject }, body: {}, subject })
  await world.clock.advance(10_000)
  expect([...(await world.copies()), ...(await world.photoCopies())]).toEqual([])
})

test('a copy is kept for a week, and at most for the newest twenty receipts', async () => {
  const models = await world.visit()
  for (let n = 0; n < MAX_KEPT + 2; n += 1) await world.send(models, `B-${n}`)
  expect(await world.copies()).toHaveLength(MAX_KEPT)
  expect(await world.photoCopies()).toHaveLength(MAX_KEPT)
  await world.clock.advance(KEPT_MS)
  await world.send(models, 'A-1')
  expect(await world.copies()).toHaveLength(1)
  expect(await world.photoCopies()).toHaveLength(1)
})

test('a copy that is older than a week is deleted at the next visit, and not offered', async () => {
  const models = await world.visit()
  const sent = await world.send(models, 'A-1')
  models.page.close()
  await world.clock.advance(KEPT_MS)
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([])
  expect([...(await world.copies()), ...(await world.photoCopies())]).toEqual([])
})

test('a receipt that was sent before the page had seen a history is kept, too', async () => {
  const models = openModels(world.phone)
  await world.clock.advance(1000)
  const sent = await world.send(models, 'A-1')
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([`${sent.subject} 250.5`])
})

test('the week begins when the receipt is received', async () => {
  const models = await world.visit()
  world.breakBy(request => (isReceiptPost(request) ? 'drop-request' : 'ok'))
  await world.queue(models.queue.outbox, 1000, world.receipt('A-1'))
  models.page.close()
  await world.clock.advance(KEPT_MS - DAY_MS)
  world.breakBy(() => 'ok')
  const later = await world.visit()
  await world.clock.advance(10_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  later.page.close()
  await world.clock.advance(2 * DAY_MS)
  await world.visit()
  expect(await world.copies()).toHaveLength(1)
})

test('signing out and leaving delete the copies, and one that is stored later is not', async () => {
  const models = await world.visit()
  await world.send(models, 'A-1')
  expect(await world.copies()).toHaveLength(1)
  let signedOut: Promise<void> | null = null
  const job = world.receipt('A-2')
  void models.queue.outbox.enqueue(job)
  // The customer signs out after the receipt's request is sent and before the copy is stored.
  const { disk } = world.phone
  world.breakBy(request => {
    if (isReceiptPost(request)) signedOut = disk.deletePrefix(privatePrefix(world.a.customerId))
    return 'ok'
  })
  await world.clock.advance(10_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
  await signedOut
  expect([...(await world.copies()), ...(await world.photoCopies())]).toEqual([])
})

test('at each step after the answer the phone has the job or its copy', async () => {
  const models = await world.visit()
  const { disk } = world.phone
  const left = async () => (await world.copies()).length + (await disk.keys('q/job/')).length
  let answered = false
  let steps = 0
  world.breakBy(request => {
    answered ||= isReceiptPost(request)
    return 'ok'
  })
  const missing: number[] = []
  world.phone.onStep = () => {
    if (!answered) return
    steps += 1
    const step = steps
    void left().then(count => count === 0 && missing.push(step))
  }
  await world.send(models, 'A-1')
  expect(steps).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

test('a copy for which there is no space beside the photos is stored after them', async () => {
  const models = await world.visit()
  const { disk } = world.phone
  const { transact } = disk
  disk.transact = async (key, change) => {
    const photos = await world.photosOfJobs()
    return transact(key, old => {
      const entries = change(old)
      const copies = entries?.some(([name]) => name.startsWith(keptPhotoKey(world.a.customerId, '')))
      if (copies && photos.length > 0) throw new DOMException('full', 'QuotaExceededError')
      return entries
    })
  }
  await world.send(models, 'A-1')
  expect(await world.photoCopies()).toHaveLength(1)
})

test('the photos of a corrected receipt count', async () => {
  const models = await world.visit()
  const sent: Awaited<ReturnType<typeof world.send>>[] = []
  for (let n = 0; n < 3; n += 1) {
    const large = withComment(png(200, 200, n), MAX_KEPT_BYTES * 0.4)
    sent.push(await world.send(models, `A-${n}`, large))
  }
  expect(await world.copies()).toHaveLength(2)
  const [, second, third] = sent
  if (!second || !third) throw new Error('three were sent')
  await world.queue(models.queue.outbox, 10_000, world.correctionOf(second, 300))
  expect(await world.copies()).toHaveLength(2)
  await world.send(models, 'A-4', withComment(png(200, 200, 0), MAX_KEPT_BYTES * 0.4))
  expect(await world.copies()).toHaveLength(2)
})

const later = {
  'has been corrected in another tab': {
    change: ({ models, sent }: { models: Models; sent: Receipt }) =>
      void models.queue.outbox.enqueue(world.correctionOf(sent, 300)),
    offered: ['300'],
  },
  'was withdrawn in another tab': {
    change: ({ models, sent: { subject } }: { models: Models; sent: Receipt }) =>
      void models.queue.outbox.enqueue({
        route: 'deleteReceipt',
        params: { id: subject },
        body: {},
        subject,
      }),
    offered: [],
  },
  'was refused since': {
    change: ({ models }: { models: Models }) =>
      void world.decide('rejected').then(() => models.receipts.load()),
    offered: [],
  },
}

test.each(Object.entries(later))(
  'a late acknowledgement of a receipt that %s does not change its copy',
  async (_, { change, offered }) => {
    const slow = await world.visit()
    const models = await world.visit()
    let frozen = false
    world.breakBy(request => {
      if (isReceiptPost(request) && !frozen) {
        frozen = true
        slow.page.freeze()
      }
      return 'ok'
    })
    const sent = world.receipt('A-1')
    await world.queue(slow.queue.outbox, 10_000, sent)
    expect(await world.receipts()).toEqual(['A A-1'])
    change({ models, sent })
    await world.clock.advance(3000)
    // Reads fail, because the history would correct the copy.
    world.breakBy(({ method }) => (method === 'GET' ? 'drop-request' : 'ok'))
    slow.page.thaw()
    await world.clock.advance(1000)
    slow.page.close()
    models.page.close()
    world.breakBy(() => 'ok')
    await world.restoreWithout(sent)
    expect(world.offers(await world.visit())).toEqual(offered.map(amount => `${sent.subject} ${amount}`))
  },
)

test('a refusal is remembered on a nearly full phone, too', async () => {
  const sent = await world.send(await world.visit(), 'A-1')
  const { disk } = world.phone
  const { set, transact } = disk
  Object.assign(
    disk,
    withQuotaGuard({ ...disk }, world.clock, async () => ({ usage: 81, quota: 100 })),
  )
  await world.decide('rejected')
  await world.visit()
  Object.assign(disk, { set, transact })
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([])
  expect(await world.copies()).toEqual([])
})

test('a full phone drops the copies first', async () => {
  const models = await world.visit()
  await world.send(models, 'A-1')
  const { disk } = world.phone
  let full = true
  const { transact } = disk
  disk.transact = async (key, change) => {
    if (full && key.startsWith('q/job/')) throw new DOMException('full', 'QuotaExceededError')
    return transact(key, change)
  }
  const remove = disk.delete
  disk.delete = async keys => {
    if (keys.some(key => key.startsWith(keptKey(world.a.customerId, '')))) full = false
    return remove(keys)
  }
  await world.send(models, 'A-2')
  expect(full).toBe(false)
})
