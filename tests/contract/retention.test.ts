import { expect, test } from 'vitest'
import { SESSION_ABSOLUTE_MS } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { runRetention } from '#server/retention/run.ts'
import { countRows, newPhoto, sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { addRefused } from '#tests/kit/sending.ts'
import { eachTest, insert, profileForm, rowOf, rowsOf, testServer, update } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const who = eachTest(() => server.signIn())

/** Runs retention without the clock check, and returns the number of deleted items. */
async function retain(dryRun = false) {
  const retained = await runRetention(server.deps, server.clock.now(), { dryRun, clockIsRight: true })
  return retained.kind === 'done' ? retained.purged : nothing
}
const announce = () => setCampaign(server, { announced_at: server.clock.now() })
const nothing = {
  images: 0,
  people: 0,
  provisional: 0,
  identities: 0,
  logs: 0,
  reports: 0,
  messages: 0,
  webhooks: 0,
  keys: 0,
  sessions: 0,
  uploads: 0,
  notices: 0,
}

test('deletes nothing of a running campaign', async () => {
  await sendReceipt(server, who)
  expect(await retain()).toEqual(nothing)
  server.clock.advance(20 * DAY_MS)
  expect(await retain()).toEqual(nothing)
})

test('deletes photos 90 days after the announcement, not earlier', async () => {
  await uploadPhoto(server, who)
  await uploadPhoto(server, who)
  await announce()
  server.clock.advance(90 * DAY_MS - 1)
  expect((await retain()).images).toBe(0)
  server.clock.advance(1)
  expect((await retain(true)).images).toBe(2)
  expect(server.objects.keys()).toHaveLength(2)
  expect((await retain()).images).toBe(2)
  expect([server.objects.keys(), await countRows(server, 'image')]).toEqual([[], 0])
})

test('if a photo cannot be deleted, its row stays, so that the next run deletes the photo', async () => {
  const photo = newPhoto()
  await uploadPhoto(server, who, photo)
  await uploadPhoto(server, who)
  const other = await server.signIn()
  await uploadPhoto(server, other, photo)
  await announce()
  server.clock.advance(90 * DAY_MS)
  for (const left of [2, 1]) {
    let deleted = 0
    const objects = {
      ...server.objects,
      delete: async (key: string) => {
        deleted += 1
        if (deleted > 1) throw new Error('the photo storage is down')
        await server.objects.delete(key)
      },
    }
    const run = runRetention({ db: server.db, objects }, server.clock.now(), { clockIsRight: true })
    await expect(run).rejects.toThrow('the photo storage is down')
    expect([server.objects.keys().length, await countRows(server, 'image')]).toEqual([left, left])
  }
  expect((await retain()).images).toBe(1)
  expect(server.objects.keys()).toEqual([])
})

test.each([
  ['the status', { status: 'registered' }],
  ['the name', { first_name: 'สมหญิง' }],
  ['the LINE id', { line_user_id: 'U4af4980629a1b2c3d4e5f60718293a4b' }],
  ['the note', { cancel_note: 'โทร 0812223333' }],
] as const)('deletes personal data of which only %s is left', async (_, left) => {
  await who.call('cancel', { body: { confirm: true } })
  await update(server, 'customer', left)
  await announce()
  server.clock.advance(180 * DAY_MS)
  expect((await retain(true)).people).toBe(1)
  expect((await retain()).people).toBe(1)
  expect((await retain()).people).toBe(0)
})

test('deletes LINE messages after 30 days, not earlier', async () => {
  await addRefused(server, who.customerId)
  server.clock.advance(30 * DAY_MS)
  expect((await retain()).messages).toBe(0)
  server.clock.advance(1)
  expect((await retain()).messages).toBe(1)
})

test('deletes personal data 180 days after the announcement, keeps tickets, and lets LINE accounts join again', async () => {
  const { body } = await sendReceipt(server, who, { amount: 300 })
  await who.call('postAnswer', { body: { Answer: 'แม่ชื่อสมศรี' } })
  const left = await server.signIn()
  await left.call('cancel', { body: { confirm: true, note: 'โทร 0812223333' } })
  await organiser(server)('receipts', 'approve', body.id)
  await update(server, 'receipt', { reject_note: 'ชื่อไม่ตรง' })
  await announce()
  server.clock.advance(180 * DAY_MS)
  expect(await retain()).toMatchObject({ people: 2, identities: 2 })
  const customers = await rowsOf(server, 'customer')
  const answers = await rowsOf(server, 'answer')
  const receipts = await rowsOf(server, 'receipt')
  const kept = JSON.stringify([customers, answers, receipts])
  const words = [
    profileForm.firstName,
    profileForm.lastName,
    profileForm.addressLine,
    who.user.userId,
    'สมศรี',
    '0812223333',
    'ชื่อไม่ตรง',
  ]
  expect(words.filter(word => kept.includes(word))).toEqual([])
  expect(await countRows(server, 'ticket')).toBeGreaterThan(0)
  expect((await who.call('getCustomer')).status).toBe(401)
  await setCampaign(server, { announced_at: null, mode: 'open' })
  expect((await server.signIn(left.user)).customerId).not.toBe(left.customerId)
  await announce()
  expect((await retain()).people).toBe(0)
})

test.each([
  ['no longer take part in a draw that was never held', null, 'void'],
  ['stay valid in a sealed list, whose hash is published', 1, 'valid'],
])('the tickets of people whose data are deleted %s', async (_, sealed_at, state) => {
  await who.call('postAnswer', { body: { Answer: 'แม่' } })
  await update(server, 'draw', { sealed_at })
  server.clock.advance(365 * DAY_MS)
  await retain()
  expect((await rowOf(server, 'customer')).status).toBe('cancelled')
  expect(new Set((await rowsOf(server, 'ticket')).map(row => row.state))).toEqual(new Set([state]))
})

test('deletes logs after 90 days in several batches', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => ({
    event_id: `e${index}`,
    customer_id: who.customerId,
    path: '/',
    at: 1,
    received_at: index < 11_000 ? server.clock.now() - 91 * DAY_MS - (index % 7) : server.clock.now(),
  }))
  for (let at = 0; at < rows.length; at += 1000)
    await insert(server, 'log_page_view', rows.slice(at, at + 1000))
  expect((await retain(true)).logs).toBe(11_000)
  const steps: number[] = []
  const step = (count: number) => void steps.push(count)
  await runRetention(server.deps, server.clock.now(), { clockIsRight: true, step })
  expect([steps.reduce((sum, count) => sum + count, 0), Math.max(...steps) < 7000]).toEqual([11_000, true])
  const left = await server.db.selectFrom('log_page_view').select('event_id').execute()
  expect(left).toHaveLength(1000)
})

test('deletes more logs of one moment than fit into a batch', async () => {
  const at = server.clock.now() - 91 * DAY_MS
  const rows = Array.from({ length: 5500 }, (_, index) => ({
    event_id: `e${index}`,
    customer_id: who.customerId,
    path: '/',
    at,
    received_at: at,
  }))
  for (let from = 0; from < rows.length; from += 1000)
    await insert(server, 'log_page_view', rows.slice(from, from + 1000))
  let batches = 0
  const step = () => {
    batches += 1
    // A batch that deletes nothing would be repeated forever.
    if (batches > 20) throw new Error('retention does not end')
  }
  const now = server.clock.now()
  expect(await runRetention(server.deps, now, { clockIsRight: true, step })).toMatchObject({
    purged: { logs: 5500 },
  })
})

test('deletes idempotency keys 30 days after the close', async () => {
  await sendReceipt(server, who)
  const { closes_at } = await rowOf(server, 'campaign')
  server.clock.advance(closes_at + 30 * DAY_MS - server.clock.now() - 1)
  expect((await retain()).keys).toBe(0)
  server.clock.advance(1)
  expect((await retain()).keys).toBe(1)
})

test('deletes expired sessions, and unfinished uploads with their pieces after a week', async () => {
  const sha256 = 'a'.repeat(64)
  const headers = { 'Content-Range': 'bytes 0-9/100', 'Content-Type': 'image/jpeg' }
  await who.call('uploadImage', {
    params: { sha256 },
    bytes: new Uint8Array(10),
    headers,
  })
  expect(server.objects.keys()).toHaveLength(1)
  server.clock.advance(7 * DAY_MS)
  expect((await retain()).uploads).toBe(0)
  server.clock.advance(1)
  expect(await retain()).toEqual({ ...nothing, uploads: 1 })
  expect(server.objects.keys()).toEqual([])
  server.clock.advance(60 * DAY_MS)
  expect((await retain()).sessions).toBe(1)
})

test('a dry run counts exactly what the run then deletes', async () => {
  await sendReceipt(server, who)
  await announce()
  server.clock.advance(400 * DAY_MS)
  const counted = await retain(true)
  expect(counted).toMatchObject({ images: 1, people: 1, identities: 1, keys: 1, sessions: 1 })
  expect(counted.logs).toBeGreaterThan(0)
  expect(await retain()).toEqual(counted)
  expect(await retain()).toEqual(nothing)
})

test('retention run has a dry run and deletes on request', async () => {
  await uploadPhoto(server, who)
  await announce()
  server.clock.advance(200 * DAY_MS)
  const dry = await organiser(server)('retention', 'run', '--dry-run')
  expect([dry.out.includes('would delete'), await countRows(server, 'image')]).toEqual([true, 1])
  const { out } = await organiser(server)('retention', 'run', '--clock-is-right', '--json')
  expect(JSON.parse(out)).toMatchObject({ images: 1, people: 1, identities: 1 })
})

test('deletes a session 30 days after it expired, not earlier', async () => {
  server.clock.advance(SESSION_ABSOLUTE_MS + 30 * DAY_MS)
  expect((await retain()).sessions).toBe(0)
  expect((await who.call('getCustomer')).error.error).toBe('SESSION_EXPIRED')
  server.clock.advance(1)
  expect((await retain(true)).sessions).toBe(1)
  expect((await retain()).sessions).toBe(1)
  expect((await who.call('getCustomer')).error.error).toBe('UNAUTHORIZED')
})

test('deletes notices of the desk after a year, seen or not', async () => {
  const row = { person_id: 'p', kind: 'joined', detail: '{}' } as const
  const at = server.clock.now()
  await insert(server, 'desk_notice', [
    { ...row, id: 'seen', at, seen_at: at },
    { ...row, id: 'unseen', at, seen_at: null },
  ])
  server.clock.advance(365 * DAY_MS)
  expect((await retain()).notices).toBe(0)
  server.clock.advance(1)
  expect([(await retain(true)).notices, (await retain()).notices]).toEqual([2, 2])
  expect(await countRows(server, 'desk_notice')).toBe(0)
})
