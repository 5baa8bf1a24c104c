import { expect, test, vi } from 'vitest'
import { draftKey, jobKey, OUTCOMES, privateKey, publicKey, signedInKey } from '#src/storage/keys.ts'
import { isReceiptPost, offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

/** Tests that the outbox neither deletes nor replaces data that it must keep. */

const world = eachTest(offlineWorld)
const { phone, clock, a, answer, b, receipt } = world

test.each([
  ['QuotaExceededError', true],
  ['DataCloneError', false],
])('a write that fails with %s deletes cached answers (%s), and never drafts', async (name, deletes) => {
  world.breakBy(() => 'drop-request')
  const kept = [draftKey(a.customerId, 'receipt/new'), signedInKey(a.customerId)]
  const cached = [publicKey('activity'), privateKey(a.customerId, 'receipts')]
  await phone.disk.set([...kept, ...cached].map(key => [key, {}]))
  const { outbox } = phone.open()
  const { transact } = phone.disk
  // Writes succeed once a record has been deleted.
  vi.spyOn(phone.disk, 'transact').mockImplementation(async (key, change) => {
    if ((await phone.disk.keys('')).length > kept.length + 1) throw new DOMException('no', name)
    return transact(key, change)
  })
  const job = answer('yes')
  await world.queue(outbox, 100, job)
  expect(outbox.views()).toMatchObject([{ kept: deletes }])
  const stored = deletes ? [jobKey(job.id), ...kept] : [...cached, ...kept]
  expect(await phone.disk.keys('')).toEqual(stored.sort())
})

test('deleting another customer’s data keeps the outcomes of the signed-in one, and every tab goes on sending', async () => {
  phone.signIn(b)
  const [page, other] = [phone.open(), phone.open()]
  const sent = answer('ชา')
  await world.queue(page.outbox, 1000, sent)
  await page.outbox.discardOwner(a.customerId)
  await clock.advance(1000)
  expect(page.outbox.outcomes()).toMatchObject([{ id: sent.id, state: 'received' }])
  page.close()
  const later = answer('กาแฟ')
  await world.queue(other.outbox, 1000, later)
  expect(await world.answers()).toEqual([sent.id, later.id].map(id => `B ${id}`).sort())
})

test('an edit does not replace a receipt that the server may have received', async () => {
  const { outbox } = phone.open()
  world.breakBy(request => (isReceiptPost(request) ? 'drop-reply' : 'ok'))
  const job = receipt('A-1')
  await world.queue(outbox, 500, job)
  expect(outbox.views()).toMatchObject([{ id: job.id, state: 'queued', tries: 1 }])
  void outbox.enqueue({
    ...receipt('A-2'),
    subject: job.subject,
    replaces: job.id,
    otherwise: receipt('A-3'),
  })
  await clock.advance(500)
  expect(outbox.views()[0]?.id).toBe(job.id)
  await world.online(60_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-3'])
})

test('an answer that arrives after the job was deleted with its customer stores nothing', async () => {
  const { outbox } = phone.open()
  const job = answer('yes')
  let deleted: Promise<unknown> = Promise.resolve()
  world.breakBy(({ method }) => {
    // Another tab deletes the customer's data while the server works on the call.
    if (method === 'POST') deleted = phone.disk.deletePrefix('q/')
    return 'ok'
  })
  await world.queue(outbox, 1000, job)
  await deleted
  expect(await world.answers()).toEqual([`A ${job.id}`])
  expect(await phone.disk.keys(OUTCOMES)).toEqual([])
})

test('a customer’s answer replaces no refused answer of another customer', async () => {
  const { outbox } = await world.openWith(1000, { ...answer(''), subject: 'question' })
  expect(outbox.views()).toMatchObject([{ state: 'refused' }])
  phone.signIn(b)
  const job = answer('ชา')
  await world.queue(outbox, 1000, job)
  expect(await world.answers()).toEqual([`B ${job.id}`])
  expect(outbox.countOf(a.customerId)).toBe(1)
})

test('an edit on a full phone is sent as a correction, because the queued receipt cannot be replaced', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const [first, second] = [receipt('A-1'), receipt('A-2')]
  for (const job of [first, second]) void outbox.enqueue(job)
  await clock.advance(500)
  phone.full = true
  const edit = { subject: second.subject, replaces: second.id, otherwise: receipt('A-3') }
  await world.queue(outbox, 500, { ...receipt('A-9'), ...edit })
  phone.full = false
  await world.online(300_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
})

test('a job is not sent if another customer has signed in while it was claimed', async () => {
  const { outbox } = phone.open()
  await clock.advance(100)
  const job = answer('yes')
  const { transact } = phone.disk
  let writes = 0
  vi.spyOn(phone.disk, 'transact').mockImplementation(async (key, change) => {
    await transact(key, change)
    if (key !== jobKey(job.id)) return
    writes += 1
    // The first write stores the job, the second one claims it.
    if (writes === 2) phone.signIn(b)
  })
  let posts = 0
  world.breakBy(({ method }) => {
    if (method === 'POST') posts += 1
    return 'ok'
  })
  await world.queue(outbox, 1000, job)
  expect([writes > 1, posts]).toEqual([true, 0])
  phone.signIn(a)
  await clock.advance(10_000)
  expect(await world.answers()).toEqual([`A ${job.id}`])
})
