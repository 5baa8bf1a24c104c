import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { organiser } from '#tests/kit/cli.ts'
import { addRefused } from '#tests/kit/sending.ts'
import { crowd } from '#tests/kit/sending-many.ts'
import { columnsOf, eachTest, insert, rowsOf, update } from '#tests/kit/server.ts'

const COUNT = 12

const world = eachTest(() => crowd(COUNT))
const run = (...argv: string[]) => organiser(world.server)(...argv)
beforeEach(() => world.enqueue())

const refusal = () => Promise.resolve(new Response('{"message":"The text is too long"}', { status: 400 }))
const received = () => world.received().reduce((sum, count) => sum + count)
const idOf = async (n: number) => {
  const { kind, subject, customer_id } = await world.messageOf(n)
  return `${kind}:${subject}:${customer_id}`
}
const retryKind = (...more: string[]) => run('messages', 'retry', '--kind', 'campaign-closing', ...more)
const retryNews = () => run('messages', 'retry', '--kind', 'not-won')
/** Changes the messages to a kind that names no deadline. */
const makeNews = () => update(world.server, 'message', { kind: 'not-won' })
const audited = async () =>
  (await rowsOf(world.server, 'audit'))
    .filter(({ action }) => action === 'messages retry')
    .map(({ detail }) => JSON.parse(detail))

test('messages that LINE refused are sent once more, with new keys, together and once', async () => {
  await world.sendAll(refusal)
  const [before] = world.sent
  expect(await world.states()).toEqual({ dead: COUNT })
  expect((await retryKind('--dry-run')).out).toContain(`Messages that would be sent again: ${COUNT}`)
  await world.sendAll()
  expect([await world.states(), received()]).toEqual([{ dead: COUNT }, 0])
  expect((await retryKind()).out).toContain(`sends again: ${COUNT}`)
  await world.sendAll()
  expect([await world.states(), received()]).toEqual([{ sent: COUNT }, COUNT])
  expect(world.sent).toHaveLength(2)
  expect(world.sent[1]?.key).not.toBe(before?.key)
  expect((await retryKind()).out).toContain('sends again: 0')
  await world.sendAll()
  expect(received()).toBe(COUNT)
  expect((await audited()).filter(({ dryRun }) => dryRun !== true)).toMatchObject([
    { kind: 'campaign-closing', again: COUNT, refused: {} },
    { again: 0 },
  ])
})

test('a message that LINE may have is never sent again', async () => {
  world.emulator.control.addFault({
    ...{ host: 'api.line.me', path: '/v2/bot/message/multicast', times: 1, drop: 'after' },
  })
  await world.sendAll()
  world.server.clock.advance(DAY_MS)
  await world.sendAll()
  expect(await world.states()).toEqual({ dead: COUNT })
  const { out } = await retryKind()
  expect(out).toContain('sends again: 0')
  expect(out).toContain(`Not sent again: ${COUNT} (LINE may have it`)
  const one = await run('messages', 'retry', await idOf(3))
  expect([one.code, one.err]).toEqual([1, expect.stringContaining('LINE may have it')])
  await world.sendAll()
  expect([received(), await world.states()]).toEqual([COUNT, { dead: COUNT }])
})

test('customers who left, were blocked, blocked the account or withdrew are left out', async () => {
  await world.sendAll(refusal)
  const { db } = world.server
  await db.deleteFrom('message').where('customer_id', '=', world.customerOf(1)).execute()
  await insert({ db }, 'block', { customer_id: world.customerOf(2), blocked_at: 1 })
  await insert({ db }, 'line_reach', { line_user_id: world.lineUserOf(3), is_following: 0, changed_at: 1 })
  await update({ db }, 'consent', { granted: 0 }, { customer_id: world.customerOf(4) })
  const { out } = await retryKind()
  expect(out).toContain(`sends again: ${COUNT - 4}`)
  for (const reason of ['cannot be reached', 'has blocked the account', 'no consent'])
    expect(out).toMatch(new RegExp(`^Not sent again: 1 \\(.*${reason}`, 'm'))
  await world.sendAll()
  expect(world.received()).toEqual([0, 0, 0, 0, ...Array.from({ length: COUNT - 4 }, () => 1)])
})

test('single messages are sent again by their ids, all of them or none', async () => {
  await world.sendAll(refusal)
  const list = JSON.parse((await run('messages', 'list', '--json')).out)
  const ids = [await idOf(5), await idOf(6)]
  expect(list.messages.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
  const wrong = await run('messages', 'retry', ...ids, 'campaign-closing:1:nobody')
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/nobody: no such message/)])
  expect(await world.states()).toEqual({ dead: COUNT })
  expect((await run('messages', 'retry', ...ids)).out).toContain('sends again: 2')
  await world.sendAll()
  expect([await world.states(), received()]).toEqual([{ dead: COUNT - 2, sent: 2 }, 2])
  const again = await run('messages', 'retry', ids[0] ?? '')
  expect(again.err).toContain('the message is sent, not dead')
})

test('only the messages that are named are sent again, with new keys, as if they had never been refused', async () => {
  await world.sendAll(refusal)
  const { db, clock } = world.server
  const row = await world.messageOf(5)
  const before = { key_at: 1, retry_key: 'old', is_alone: 1 }
  await update({ db }, 'message', before, { customer_id: row.customer_id })
  const named = [
    { ...row, ...before, subject: 'another' },
    { ...row, ...before, kind: 'coupon-expiring' as const },
  ]
  for (const one of named) await insert({ db }, 'message', one)
  await addRefused(world.server, world.customerOf(6))
  const ids = named.map(({ kind, subject, customer_id }) => `${kind}:${subject}:${customer_id}`)
  await run('messages', 'retry', ...ids)
  const waiting = await rowsOf({ db }, 'message', { state: 'waiting' })
  expect(waiting.map(({ kind, subject }) => [kind, subject]).toSorted()).toEqual(
    named.map(({ kind, subject }) => [kind, subject]).toSorted(),
  )
  for (const one of waiting)
    expect(one).toMatchObject({
      ...{ customer_id: row.customer_id, not_before: clock.now(), retry_key: null, key_at: null },
      ...{ is_alone: 0, reason: null, settled_at: null },
    })
  expect((await retryKind()).out).toContain(`sends again: ${COUNT}`)
  const left = await columnsOf({ db }, 'message', ['kind', 'customer_id'], { state: 'dead' })
  expect(left).toEqual([{ kind: 'coupon-expiring', customer_id: world.customerOf(6) }])
})

test.each([
  ['an attempt is unsure', { unsure: 1 }],
  ['LINE knows the retry key already', { reason: '409 The retry key is already accepted' }],
  ['LINE had an error', { reason: '500 Internal error' }],
  ['the reason only begins like a status', { reason: '4000 messages' }],
  ['there is no reason', { reason: null }],
])('a dead message is not sent again if %s', async (_, change) => {
  await world.sendAll(refusal)
  await update(world.server, 'message', change, { customer_id: world.customerOf(1) })
  const { out } = await retryKind()
  expect(out).toContain(`sends again: ${COUNT - 1}`)
  expect(out).toContain('Not sent again: 1 (LINE may have it')
})

test('each of more messages than fit into a page is considered once', async () => {
  await world.sendAll(refusal)
  await makeNews()
  const { db, clock } = world.server
  const rows = await rowsOf({ db }, 'message')
  for (let subject = 0; subject < 50; subject += 10)
    await insert(
      { db },
      'message',
      Array.from({ length: 10 }, (_, index) =>
        rows.map(row => ({ ...row, subject: `s${subject + index}` })),
      ).flat(),
    )
  clock.advance(3 * DAY_MS + 1)
  expect((await retryNews()).out).toContain(`Not sent again: ${51 * COUNT} (older than three days)`)
  clock.advance(-1)
  expect((await retryNews()).out).toContain(`sends again: ${51 * COUNT}`)
  expect(await world.states()).toEqual({ waiting: 51 * COUNT })
  expect((await retryNews()).out).not.toContain('Not sent again')
})

test('a message that is older than three days is not sent again, and wrong arguments are explained', async () => {
  await world.sendAll(refusal)
  await makeNews()
  world.server.clock.advance(3 * DAY_MS + 1)
  expect((await retryNews()).out).toContain(`Not sent again: ${COUNT} (older than three days)`)
  for (const args of [[], ['a', '--kind', 'won'], ['--kind', 'nothing'], ['not-an-id']])
    expect((await run('messages', 'retry', ...args)).code).toBe(1)
})
