import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { MAX_OUTCOMES, MAX_TRANSITIONS } from '#src/outbox/limits.ts'
import { OUTCOMES, outcomeKey } from '#src/storage/keys.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, a, receipt, answer } = world

test('logs each transition of a job with its cause, and keeps the latest ones', async () => {
  let posts = 0
  world.breakBy(request => (isReceiptPost(request) && posts++ === 0 ? 'drop-reply' : 'ok'))
  const { outbox } = phone.open()
  const job = receipt('A-1')
  await world.queue(outbox, 60_000, job)
  const lines = outbox
    .transitions()
    .filter(entry => entry.job === job.id)
    .map(({ from, to, on, why }) => `${from} ${to} ${on} ${why}`)
  expect(lines).toEqual([
    'none claiming changed null',
    'claiming sending claimed null',
    'sending queued failed network',
    'queued claiming time null',
    'claiming sending claimed null',
    'sending received received null',
  ])
  world.breakBy(() => 'drop-request')
  await world.queue(outbox, 3 * 3_600_000, receipt('A-2'))
  expect(outbox.transitions()).toHaveLength(MAX_TRANSITIONS)
  expect(outbox.transitions().some(entry => entry.job === job.id)).toBe(false)
})

test('a visible tab never waits longer than ten seconds for a frozen one', async () => {
  const frozen = phone.open()
  await clock.advance(100)
  world.breakBy(request => (isReceiptPost(request) ? 'hang' : 'ok'))
  await world.queue(frozen.outbox, 2000, receipt('A-1'))
  frozen.freeze()
  world.breakBy(() => 'ok')
  const visible = phone.open()
  await clock.advance(100)
  expect(visible.outbox.views()).toMatchObject([{ state: 'sending' }])
  await clock.advance(9900)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a tab that comes back does not overwrite what another tab knows about its job', async () => {
  const frozen = phone.open()
  await clock.advance(100)
  world.breakBy(request => (isReceiptPost(request) ? 'hang' : 'ok'))
  await world.queue(frozen.outbox, 2000, receipt('A-1', 1))
  frozen.freeze()
  world.breakBy(() => 'ok')
  const other = phone.open()
  await clock.advance(60_000)
  expect(other.outbox.views()).toMatchObject([{ state: 'refused' }])
  world.breakBy(() => 'drop-request')
  frozen.thaw()
  await clock.advance(1000)
  expect(frozen.outbox.views()).toMatchObject([{ state: 'refused' }])
  expect(other.outbox.views()).toMatchObject([{ state: 'refused' }])
})

test('a tab whose own attempt hangs shows that another tab got a refusal', async () => {
  const hanging = phone.open()
  await clock.advance(100)
  world.breakBy(request => (isReceiptPost(request) ? 'hang' : 'ok'))
  await world.queue(hanging.outbox, 10_000, receipt('A-1', 1))
  expect(hanging.outbox.views()).toMatchObject([{ state: 'sending' }])
  world.breakBy(() => 'ok')
  const other = phone.open()
  await clock.advance(500)
  expect(other.outbox.views()).toMatchObject([{ state: 'refused' }])
  expect(hanging.outbox.views()).toMatchObject([{ state: 'refused' }])
  await clock.advance(30_000)
  expect(hanging.outbox.views()).toMatchObject([{ state: 'refused' }])
})

test('a tab that comes back does not forget that another tab may have sent its job', async () => {
  const frozen = phone.open()
  const other = phone.open()
  await clock.advance(100)
  const job = answer('yes')
  world.breakBy(() => {
    frozen.freeze()
    return 'unauthorized'
  })
  await world.queue(frozen.outbox, 100, job)
  world.breakBy(() => 'hang-reply')
  await clock.advance(6000)
  expect(await world.answers()).toEqual([`A ${job.id}`])
  other.crash()
  await clock.advance(6000)
  frozen.thaw()
  await clock.advance(500)
  expect(await frozen.outbox.discard(job.id)).toBe(false)
})

test('an edit does not replace a job that another tab has delivered', async () => {
  const sender = phone.open()
  const frozen = phone.open()
  await clock.advance(100)
  world.breakBy(() => 'unauthorized')
  const job = receipt('A-1')
  await world.queue(sender.outbox, 3000, job)
  frozen.freeze()
  world.breakBy(() => 'ok')
  sender.outbox.sessionRenewed()
  await clock.advance(3000)
  frozen.thaw()
  const { outbox } = frozen
  void outbox.enqueue({
    ...receipt('A-2'),
    subject: job.subject,
    replaces: job.id,
    otherwise: receipt('A-3'),
  })
  await clock.advance(3000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-3'])
  expect(outbox.outcomes().find(({ id }) => id === job.id)).toMatchObject({ state: 'received' })
})

test('a job that became too old while it was being sent still counts as tried', async () => {
  const first = phone.open()
  world.breakBy(() => 'hang-reply')
  const job = answer('yes')
  await world.queue(first.outbox, 1000, job)
  first.crash()
  clock.jump(8 * DAY_MS)
  const { outbox } = phone.open()
  await clock.advance(1000)
  expect(outbox.views()).toMatchObject([{ state: 'refused', expired: true }])
  world.breakBy(() => 'unauthorized')
  await outbox.retry(job.id)
  await clock.advance(1000)
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'sign-in' }])
  expect(await outbox.discard(job.id)).toBe(false)
})

test('leaving in one tab deletes what another tab has only in memory', async () => {
  const first = phone.open()
  const second = phone.open()
  await clock.advance(100)
  world.breakBy(() => 'drop-request')
  phone.full = true
  await world.queue(second.outbox, 1000, receipt('A-1'))
  expect(second.outbox.views()).toMatchObject([{ kept: false }])
  phone.full = false
  await first.outbox.discardOwner(a.customerId)
  await clock.advance(1000)
  expect(second.outbox.views()).toEqual([])
  await world.online(120_000)
  expect(await world.receipts()).toEqual([])
  expect(await world.stored()).toEqual([])
})

test('an unavailable server is not called a missing network', async () => {
  const { outbox } = phone.open()
  world.breakBy(() => 'unavailable')
  await world.queue(outbox, 1000, receipt('A-1'))
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'server' }])
  world.breakBy(() => 'drop-request')
  await clock.advance(10_000)
  expect(outbox.views()).toMatchObject([{ state: 'queued', waitsFor: 'network' }])
})

test('marking an outcome as shown does not bring back a customer who has left', async () => {
  const page = phone.open()
  const job = receipt('A-1')
  await world.queue(page.outbox, 1000, job)
  // Another tab has deleted the customer's data, but its message has not reached this tab yet.
  await phone.disk.deletePrefix('q/')
  page.outbox.shown(job.id)
  await clock.advance(1000)
  expect(await phone.disk.keys('q/')).toEqual([])
})

test('a sign-out that keeps unsent jobs deletes what is known about the sent ones', async () => {
  const { outbox } = await world.openWith(1000, receipt('A-1'))
  world.breakBy(() => 'drop-request')
  const unsent = receipt('A-2')
  await world.queue(outbox, 1000, unsent)
  expect(outbox.outcomes()).toHaveLength(1)
  phone.signIn(null)
  await clock.advance(1000)
  expect(await phone.disk.keys('q/outcome/')).toEqual([])
  expect(await phone.disk.keys('q/job/')).toEqual([`q/job/${unsent.id}`])
})

function outcomeOf(at: number, shown: boolean) {
  const id = world.id()
  const rest = { v: 1, owner: world.a.customerId, route: 'postAnswer', subject: id, body: {}, createdAt: at }
  return [outcomeKey(id), { ...rest, id, at, state: 'received', shown }] as const
}

test('a full list drops the oldest outcomes that were shown, and keeps one that no screen has shown', async () => {
  const now = clock.now()
  const unseen = outcomeOf(now - 2 * MAX_OUTCOMES, false)
  const seen = Array.from({ length: MAX_OUTCOMES + 1 }, (_, n) => outcomeOf(now - n, true))
  await phone.disk.set([unseen, ...seen])
  const { outbox } = phone.open()
  await clock.advance(100)
  const kept = [...seen.slice(0, -2), unseen].map(([, { id }]) => id)
  expect(outbox.outcomes().map(({ id }) => id)).toEqual(kept)
  expect(await phone.disk.keys(OUTCOMES)).toEqual(kept.map(outcomeKey).sort())
})

test('deletes an outcome a day after it was shown, or once the clock was set back by a day', async () => {
  const now = clock.now()
  const times = [now - DAY_MS, now - DAY_MS + 1, now + DAY_MS - 1, now + DAY_MS]
  await phone.disk.set(times.flatMap(at => [outcomeOf(at, true), outcomeOf(at, false)]))
  const { outbox } = phone.open()
  await clock.advance(100)
  const left = outbox.outcomes().map(({ shown, settledAt }) => [shown, settledAt])
  expect(left.filter(([shown]) => shown)).toEqual([
    [true, now + DAY_MS - 1],
    [true, now - DAY_MS + 1],
  ])
  expect(left).toHaveLength(6)
})
