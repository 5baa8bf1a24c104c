import { expect, test } from 'vitest'
import type { Fault } from '#tests/kit/network.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { clock, phone, a, answer, server } = world

/** Queues two receipts whose calls all fail in this way. `posts` returns the number of these calls. */
function twoReceipts(fault: Fault) {
  let posts = 0
  world.breakBy(request => {
    if (!isReceiptPost(request)) return 'ok'
    posts += 1
    return fault
  })
  const { outbox } = world.phone.open()
  for (const n of [1, 2]) void outbox.enqueue(world.receipt(`A-${n}`))
  return { outbox, posts: () => posts }
}

test.each(['unavailable', 'too-many'] as const)(
  'says until when a tap sends nothing, because the server has named a time (%s)',
  async fault => {
    const { outbox, posts } = twoReceipts(fault)
    await clock.advance(500)
    const held = outbox.heldUntil() ?? 0
    expect(held).toBeGreaterThan(clock.now() + 1000)
    outbox.sendNow(true)
    await clock.advance(held - clock.now() - 1)
    expect(posts()).toBe(1)
    await clock.advance(500)
    expect(posts()).toBe(2)
  },
)

test.each(['drop-request', 'portal', 'drop-reply'] as const)(
  'each tap makes one request if no server has named a time (%s)',
  async fault => {
    const { outbox, posts } = twoReceipts(fault)
    await clock.advance(20_000)
    for (let tap = 0; tap < 3; tap += 1) {
      expect(outbox.heldUntil()).toBeNull()
      const before = posts()
      outbox.sendNow(true)
      await clock.advance(500)
      expect(posts()).toBe(before + 1)
    }
  },
)

/** Sends an answer that the server refuses, and then queues two receipts whose calls fail in this way. */
async function refusedAnswer(fault: Fault) {
  const { outbox } = phone.open()
  const { id } = await outbox.enqueue(world.answer(''))
  expect(outbox.views()).toMatchObject([{ id, state: 'refused' }])
  const { posts } = twoReceipts(fault)
  await clock.advance(500)
  return { outbox, posts, id: id ?? '', answer: () => outbox.views().find(job => job.id === id) }
}

test('a refused item that is to be sent again during a wait that the server has named says until when, and is sent then', async () => {
  const { outbox, id, answer } = await refusedAnswer('down-for-a-minute')
  const asked = clock.now()
  await outbox.retry(id)
  await clock.advance(500)
  expect(answer()).toMatchObject({ state: 'queued', waitsFor: 'server' })
  const { nextTryAt } = answer() ?? {}
  expect(nextTryAt).toBeGreaterThan(asked + 58_000)
  expect(outbox.heldUntil()).toBe(nextTryAt)
  const tries = answer()?.tries
  await world.online(70_000)
  // The server refuses the answer again.
  expect(answer()).toMatchObject({ state: 'refused', tries: (tries ?? 0) + 1 })
})

test('a refused item is sent again at once if the server has asked to wait only with items of another kind', async () => {
  const { outbox, id, answer } = await refusedAnswer('wait-a-minute')
  const tries = answer()?.tries ?? 0
  world.breakBy(() => 'ok')
  await outbox.retry(id)
  await clock.advance(500)
  expect(answer()).toMatchObject({ state: 'refused', tries: tries + 1 })
  expect(outbox.views().filter(({ state }) => state === 'queued')).toHaveLength(2)
})

test('a page that opens during a wait that the server has named also waits', async () => {
  let posts = 0
  world.breakBy(() => {
    posts += 1
    return 'wait-a-minute'
  })
  const page = await world.openWith(500, answer('ชา'))
  page.close()
  const { outbox } = phone.open()
  await clock.advance(500)
  expect(outbox.heldUntil()).toBeGreaterThan(clock.now() + 58_000)
  outbox.sendNow(true)
  await clock.advance(58_000)
  expect(posts).toBe(1)
})

test.each(['down-for-a-minute', 'gateway-503-minute', 'wait-a-minute'] as const)(
  '%s: a page that is reloaded within the minute sends no other job and no log event, and then everything',
  async fault => {
    const sent: string[] = []
    world.breakBy(request => {
      sent.push(new URL(request.url).pathname)
      return fault
    })
    const first = phone.open()
    for (const n of [1, 2, 3]) void first.outbox.enqueue(world.receipt(`A-${n}`))
    await clock.advance(500)
    expect(sent).toHaveLength(1)
    first.close()
    for (const seconds of [1, 20, 30]) {
      const page = phone.open()
      void page.outbox.log(world.view('/help'))
      await clock.advance(500)
      expect(page.outbox.heldUntil()).toBeGreaterThan(clock.now())
      page.outbox.sendNow(true)
      await clock.advance(seconds * 1000)
      expect(sent.filter(path => !path.startsWith('/api/log'))).toHaveLength(1)
      if (fault !== 'wait-a-minute') expect(sent).toHaveLength(1)
      page.close()
    }
    world.breakBy(() => 'ok')
    phone.open()
    await clock.advance(120_000)
    expect(await server.db.selectFrom('receipt').select('receipt_no').execute()).toHaveLength(3)
  },
)

test('a reloaded page sends at once if the clock was set back since the server has named the time', async () => {
  twoReceipts('down-for-a-minute')
  phone.signIn(a)
  await clock.advance(500)
  clock.jump(-3_600_000)
  let posts = 0
  world.breakBy(() => {
    posts += 1
    return 'ok'
  })
  phone.open()
  await clock.advance(1000)
  expect(posts).toBeGreaterThan(0)
})
