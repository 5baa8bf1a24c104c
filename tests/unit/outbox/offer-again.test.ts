import { expect, test } from 'vitest'
import { keptKey, keptPhotoKey, privatePrefix } from '#src/storage/keys.ts'
import { keptWorld } from '#tests/kit/kept-world.ts'
import { done, type Models, openModels } from '#tests/kit/models.ts'
import { eachTest, update } from '#tests/kit/server.ts'

const world = eachTest(keptWorld)

test('a receipt that a restored server no longer has is offered once, and arrives once', async () => {
  const models = await world.visit()
  await world.send(models, 'A-1')
  const lost = await world.send(models, 'A-2')
  models.page.close()
  await world.restoreWithout(lost)
  const { outbox, queue, receipts } = await world.visit()
  expect(world.offers({ outbox })).toEqual([`${lost.subject} 250.5`])
  const [offer] = outbox.jobs.value
  expect(offer).toMatchObject({ state: 'refused', failure: null, expired: false })
  // No outcome says any more that the server has the receipt.
  expect(outbox.outcomes.value.filter(({ subject }) => subject === lost.subject)).toEqual([])
  expect(receipts.find(lost.subject)?.queued?.lost).toBe(true)
  void outbox.retry(offer?.id ?? '')
  await world.clock.advance(10_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2'])
  expect(queue.outbox.views()).toEqual([])
  expect(world.offers(await world.visit())).toEqual([])
})

test('an offer that the customer deletes does not come back', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  await world.restoreWithout(lost)
  const { outbox } = await world.visit()
  expect(await outbox.discard(outbox.jobs.value[0]?.id ?? '')).toBe(true)
  expect(world.offers(await world.visit())).toEqual([])
  await world.setEpoch('later')
  expect(world.offers(await world.visit())).toEqual([])
  expect([...(await world.copies()), ...(await world.photoCopies())]).toEqual([])
})

test('two tabs make one offer', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  await world.restoreWithout(lost)
  const tabs = [openModels(world.phone), openModels(world.phone)]
  await Promise.all(tabs.map(tab => done(world, tab.receipts.load(), 1000)))
  await world.clock.advance(1000)
  expect(tabs.map(world.offers)).toEqual([[`${lost.subject} 250.5`], [`${lost.subject} 250.5`]])
})

test('a receipt is offered with its latest accepted contents and all its photos', async () => {
  const models = await world.visit()
  const sent = await world.send(models, 'A-1')
  const more = world.receipt('A-1')
  await world.queue(models.queue.outbox, 10_000, world.correctionOf(sent, 300, more))
  await world.restoreWithout(sent)
  const { outbox } = await world.visit()
  expect(world.offers({ outbox })).toEqual([`${sent.subject} 300`])
  expect(await world.photosOfJobs()).toHaveLength(2)
  void outbox.retry(outbox.jobs.value[0]?.id ?? '')
  await world.clock.advance(10_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a correction that waits becomes part of the offer', async () => {
  const models = await world.visit()
  const sent = await world.send(models, 'A-1')
  world.breakBy(request => (request.method === 'GET' ? 'ok' : 'drop-request'))
  await world.queue(models.queue.outbox, 1000, world.correctionOf(sent, 300))
  models.page.close()
  await world.restoreWithout(sent)
  const { outbox } = await world.visit()
  expect(world.offers({ outbox })).toEqual([`${sent.subject} 300`])
  expect(outbox.jobs.value).toHaveLength(1)
})

test('a withdrawal that waits ends with the receipt', async () => {
  const models = await world.visit()
  const { subject } = await world.send(models, 'A-1')
  world.breakBy(request => (request.method === 'GET' ? 'ok' : 'drop-request'))
  void models.queue.outbox.enqueue({ route: 'deleteReceipt', params: { id: subject }, body: {}, subject })
  await world.clock.advance(1000)
  models.page.close()
  await world.restoreWithout({ subject })
  expect((await world.visit()).outbox.jobs.value).toEqual([])
  expect([
    ...(await world.copies()),
    ...(await world.photoCopies()),
    ...(await world.photosOfJobs()),
  ]).toEqual([])
})

test.each(['rejected', 'void'] as const)('a receipt that was %s is not offered again', async status => {
  const sent = await world.send(await world.visit(), 'A-1')
  await world.decide(status)
  await world.visit()
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([])
  expect([...(await world.copies()), ...(await world.photoCopies())]).toEqual([])
})

test('a refused receipt that the customer has corrected is offered again', async () => {
  const sent = await world.send(await world.visit(), 'A-1')
  await world.decide('rejected')
  const models = await world.visit()
  await world.queue(models.queue.outbox, 10_000, world.correctionOf(sent, 300))
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([`${sent.subject} 300`])
})

test('a receipt whose refusal was undone is offered again', async () => {
  const sent = await world.send(await world.visit(), 'A-1')
  await world.decide('rejected')
  await world.visit()
  await world.decide('approved')
  await world.visit()
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([`${sent.subject} 250.5`])
})

test('a receipt that the customer has corrected on another phone is offered with the newest contents', async () => {
  const sent = await world.send(await world.visit(), 'A-1')
  await world.correctElsewhere(sent, { amount: 300 })
  await world.visit()
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([`${sent.subject} 300`])
})

test('a copy whose newest photos are only on another phone is deleted', async () => {
  const sent = await world.send(await world.visit(), 'A-1')
  const other = await world.send(await world.visit(), 'A-2')
  await world.phone.disk.delete([keptKey(world.a.customerId, other.subject)])
  await world.correctElsewhere(sent, { images: [...sent.body.images, ...other.body.images] })
  await world.visit()
  expect([...(await world.copies()), ...(await world.photoCopies())]).toEqual([])
})

test('a receipt that a restore has set back is offered as the restored server had it', async () => {
  const models = await world.visit()
  const sent = await world.send(models, 'A-1')
  await world.queue(models.queue.outbox, 10_000, world.correctionOf(sent, 300))
  await world.visit()
  await update(world.server, 'receipt', { amount_satang: 25_050, version: 1 })
  await world.setEpoch('2')
  await world.visit()
  await world.restoreWithout(sent)
  expect(world.offers(await world.visit())).toEqual([`${sent.subject} 250.5`])
})

test('without a restore, a missing receipt is not offered', async () => {
  const sent = await world.send(await world.visit(), 'A-1')
  await world.restoreWithout(sent)
  await world.setEpoch('1')
  expect(world.offers(await world.visit())).toEqual([])
})

/** Opens the app and interrupts the comparison with `act` once it has read the first photo of an offer. */
async function during(act: (models: Models) => Promise<void>): Promise<Models> {
  const models = openModels(world.phone)
  const { disk } = world.phone
  const { get } = disk
  let acting: Promise<void> | null = null
  disk.get = async key => {
    const found = await get(key)
    if (acting !== null || !key.startsWith(keptPhotoKey(world.a.customerId, ''))) return found
    acting = act(models)
    await acting
    return found
  }
  void models.receipts.load()
  await world.clock.advance(3000)
  expect(acting).not.toBeNull()
  await acting
  await world.clock.advance(3000)
  return models
}

test('a sign-out during the comparison leaves nothing behind', async () => {
  await world.restoreWithout(
    await world.send(await world.visit(), 'A-1'),
    await world.send(await world.visit(), 'A-2'),
  )
  await during(async models => {
    world.phone.signIn(null)
    models.identity.setCustomer(null)
    await world.phone.disk.deletePrefix(privatePrefix(world.a.customerId))
  })
  expect(await world.stored()).toEqual([])
})

test('a sign-out that discards what waits leaves nothing behind, also during the comparison', async () => {
  await world.restoreWithout(
    await world.send(await world.visit(), 'A-1'),
    await world.send(await world.visit(), 'A-2'),
  )
  // As in the session, the outbox deletes its jobs first, and the rest of the customer's data is deleted afterwards.
  const { identity } = await during(({ queue }) => queue.outbox.discardOwner(world.a.customerId))
  world.phone.signIn(null)
  identity.setCustomer(null)
  await world.phone.disk.deletePrefix(privatePrefix(world.a.customerId))
  expect(await world.stored()).toEqual([])
})

test('an offer that another tab has made and ended meanwhile is not made again', async () => {
  await world.restoreWithout(await world.send(await world.visit(), 'A-1'))
  const slow = await during(async () => {
    const { outbox } = await world.visit()
    expect(await outbox.discard(outbox.jobs.value[0]?.id ?? '')).toBe(true)
  })
  expect(world.offers(slow)).toEqual([])
  expect(world.offers(await world.visit())).toEqual([])
})

test('an offer that the phone has no space for is made later', async () => {
  const lost = await world.send(await world.visit(), 'A-1')
  await world.restoreWithout(lost)
  world.phone.full = true
  expect(world.offers(await world.visit())).toEqual([])
  world.phone.full = false
  expect(world.offers(await world.visit())).toEqual([`${lost.subject} 250.5`])
  expect(await world.photosOfJobs()).toHaveLength(1)
})
