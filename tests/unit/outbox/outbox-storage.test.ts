import { expect, test } from 'vitest'
import { JOB_MAX_AGE_MS } from '#src/outbox/limits.ts'
import { JOBS, jobKey, QUARANTINE } from '#src/storage/keys.ts'
import { olderJob } from '#tests/kit/chaos/phone-acts.ts'
import { png, pngChunk } from '#tests/kit/images.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(offlineWorld)
const { phone, clock, receipt, answer, random } = world

test('leaves an unreadable record where it is and sends the other jobs', async () => {
  await phone.disk.set([[jobKey('broken'), { v: 99, anything: true }]])
  const { outbox } = await world.openWith(1000, receipt('A-1'))
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(outbox.unreadable()).toBe(1)
  expect(await phone.disk.get(jobKey('broken'))).toMatchObject({ v: 99 })
  await outbox.discardUnreadable()
  expect(outbox.unreadable()).toBe(0)
})

test('sends a job with fields and a failure of a newer build, and keeps the unknown fields', async () => {
  world.breakBy(() => 'drop-request')
  const first = phone.open()
  const job = receipt('A-1')
  await world.queue(first.outbox, 100, job)
  first.close()
  const stored = (await phone.disk.get(jobKey(job.id))) as object
  const newer = { ...stored, newField: 1, failure: { kind: 'a newer kind' } }
  // An older build could not read the record and has quarantined it.
  await phone.disk.set([
    [jobKey(job.id), undefined],
    [`${QUARANTINE}${jobKey(job.id)}`, newer],
  ])
  const { outbox } = phone.open()
  await clock.advance(10_000)
  expect(outbox.unreadable()).toBe(0)
  expect(await phone.disk.get(jobKey(job.id))).toMatchObject({ newField: 1, attempts: 4 })
  await world.online(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(await world.stored()).toEqual([])
})

test('a job that the phone cannot store is sent from memory and stored when there is space', async () => {
  world.breakBy(() => 'drop-request')
  const page = await world.openWith(500, receipt('A-1'))
  phone.full = true
  const waiting = receipt('A-2')
  const queued = page.outbox.enqueue(waiting)
  await clock.advance(500)
  expect(await queued).toEqual({ id: waiting.id, state: 'queued', kept: false })
  expect(page.outbox.views()).toMatchObject([{ kept: true }, { kept: false }])
  phone.full = false
  await clock.advance(6000)
  expect(page.outbox.views()).toMatchObject([{ kept: true }, { kept: true }])
  phone.full = true
  const inMemory = page.outbox.enqueue(receipt('A-3'))
  await world.online(60_000)
  // The stored records of the first two already say that they may have been sent, so the full phone does not matter.
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
  expect(await inMemory).toMatchObject({ state: 'queued', kept: false })
  phone.full = false
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1', 'A A-2', 'A A-3'])
})

test('a refused receipt that is corrected while the phone is full is not offered again', async () => {
  const page = phone.open()
  const job = receipt('A-1')
  await world.queue(page.outbox, 1000, { ...job, body: { ...job.body, amount: 1 } })
  expect(page.outbox.views()).toMatchObject([{ state: 'refused' }])
  phone.full = true
  await world.queue(page.outbox, 1000, job)
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(page.outbox.views()).toEqual([])
  phone.full = false
  await clock.advance(10_000)
  page.close()
  const reopened = phone.open()
  await clock.advance(1000)
  expect(reopened.outbox.views()).toEqual([])
  expect(await world.stored()).toEqual([])
})

test('deleting a job on a phone that cannot write fails and does not read as if the job was sent', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const [first, second] = [answer('1'), answer('2')]
  await world.queue(outbox, 500, first, second)
  phone.full = true
  await expect(outbox.discard(second.id)).rejects.toThrow('full')
  expect(outbox.views()).toHaveLength(2)
  phone.full = false
  expect(await outbox.discard(first.id)).toBe(false)
  expect(await outbox.discard(second.id)).toBe(true)
})

test('refuses a new job after 200 queued jobs and keeps the old ones', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  const answer = (text: string) =>
    outbox.enqueue({ route: 'postAnswer', params: {}, body: { Answer: text }, subject: text })
  const sent = Array.from({ length: 201 }, (_, i) => answer(`คำตอบ ${i}`))
  await clock.advance(10_000)
  expect(await sent[200]).toMatchObject({ state: 'unsaved', reason: 'limit' })
  expect(outbox.views()).toHaveLength(200)
})

test('resumes a large photo where the network interrupted it', async () => {
  const noise = Buffer.from(Array.from({ length: 300_000 }, () => Math.floor(random() * 256)))
  const photo = png(300, 300, 1, [pngChunk('juNk', noise)])
  const sizes: number[] = []
  world.breakBy(request => {
    if (request.method !== 'PUT') return 'ok'
    const [, from = '0', to = '0'] =
      /bytes (\d+)-(\d+)/.exec(request.headers.get('content-range') ?? '') ?? []
    sizes.push(Number(to) - Number(from) + 1)
    return sizes.length === 4 ? 'drop-request' : 'ok'
  })
  await world.openWith(60_000, receipt('A-1', 250.5, photo))
  expect(await world.receipts()).toEqual(['A A-1'])
  expect(sizes.slice(0, 4)).toEqual([65_536, 65_536, 65_536, 65_536])
  expect(sizes.reduce((sum, size) => sum + size)).toBe(photo.length + 65_536)
})

test('asks before sending a job older than seven days', async () => {
  world.breakBy(() => 'drop-request')
  const page = phone.open()
  const job = receipt('A-1')
  await world.queue(page.outbox, 1000, job)
  page.crash()
  await clock.advance(8 * 24 * 3_600_000)
  world.breakBy(() => 'ok')
  const { outbox } = phone.open()
  await clock.advance(10_000)
  expect(await world.receipts()).toEqual([])
  expect(outbox.views()).toMatchObject([{ id: job.id, state: 'refused', expired: true }])
  await outbox.retry(job.id)
  await clock.advance(10_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a phone whose clock was set back does not wait until the old time', async () => {
  world.breakBy(() => 'drop-request')
  const { outbox } = phone.open()
  clock.jump(24 * 3_600_000)
  await world.queue(outbox, 30_000, receipt('A-1'))
  clock.jump(-24 * 3_600_000)
  world.breakBy(() => 'ok')
  outbox.sendNow()
  await clock.advance(60_000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a photo stays on the phone until no job uses it', async () => {
  const { outbox } = phone.open()
  const photo = png(200, 200, 5)
  const first = receipt('A-1', 1, photo)
  const refused = outbox.enqueue(first)
  await clock.advance(100)
  expect((await refused).state).toBe('refused')
  world.breakBy(() => 'drop-request')
  const second = receipt('A-2', 250, photo)
  await world.queue(outbox, 100, second)
  const photos = () => phone.disk.keys('q/photo/')
  expect(await photos()).toHaveLength(1)
  await outbox.discard(first.id)
  expect(await photos()).toHaveLength(1)
  await world.online(60_000)
  expect(await world.receipts()).toEqual(['A A-2'])
  expect(await photos()).toEqual([])
})

test('a correction keeps the photo that it shares with the refused receipt', async () => {
  const { outbox } = phone.open()
  const job = receipt('A-1')
  await world.queue(outbox, 100, { ...job, body: { ...job.body, amount: 1 } })
  world.breakBy(() => 'drop-request')
  await world.queue(outbox, 100, job)
  expect(outbox.views()).toHaveLength(1)
  expect(await phone.disk.keys('q/photo/')).toHaveLength(1)
})

test('a new receipt replaces one that expired on the phone, and a new profile change does not', async () => {
  world.breakBy(() => 'drop-request')
  const page = phone.open()
  const job = receipt('A-1')
  const profile = (firstName: string) =>
    ({ route: 'putCustomer', params: {}, body: { firstName }, subject: 'customer' }) as const
  await world.queue(page.outbox, 1000, job, profile('หนึ่ง'))
  page.crash()
  await clock.advance(JOB_MAX_AGE_MS)
  const { outbox } = phone.open()
  await clock.advance(1000)
  const routes = () => outbox.views().map(view => `${view.route} ${view.state}`)
  expect(routes()).toEqual(['createReceipt refused', 'putCustomer refused'])
  await world.queue(outbox, 1000, job, profile('สอง'))
  expect(routes()).toEqual(['putCustomer refused', 'createReceipt queued', 'putCustomer queued'])
})

test('a tab learns what another tab has stored while its own database failed', async () => {
  world.breakBy(() => 'drop-request')
  const [first, second] = [phone.open(), phone.open()]
  await clock.advance(100)
  second.loseStorage()
  await world.queue(first.outbox, 1000, receipt('A-1'))
  expect(second.outbox.loaded()).toBe(false)
  second.healStorage()
  await clock.advance(60_000)
  expect(second.outbox.loaded()).toBe(true)
  expect(second.outbox.views()).toHaveLength(1)
})

test('a tab that becomes visible sends what a crashed tab has stored without telling it', async () => {
  const crashing = phone.open()
  const job = receipt('A-1')
  // The page crashes as soon as the job is stored, before it can tell the other tab.
  phone.disk.stored = (key, value) => {
    if (key === jobKey(job.id)) crashing.crash()
    return value
  }
  const page = phone.open()
  await clock.advance(100)
  await world.queue(crashing.outbox, 60_000, job)
  expect([page.outbox.views(), await world.receipts()]).toEqual([[], []])
  page.show(false)
  page.show(true)
  await clock.advance(1000)
  expect(await world.receipts()).toEqual(['A A-1'])
})

test('a refused job is sent once, although an older build’s tab stores each record again without its claim', async () => {
  phone.disk.stored = (key, value) => (key.startsWith(JOBS) ? olderJob(value) : value)
  let sent = 0
  world.answerBy(({ url }) => {
    if (url.includes('/answer')) sent += 1
    return null
  })
  const refused = answer('')
  const page = await world.openWith(60_000, refused)
  expect(page.outbox.views()).toMatchObject([{ state: 'refused', tries: 1 }])
  expect(sent).toBe(1)
})
