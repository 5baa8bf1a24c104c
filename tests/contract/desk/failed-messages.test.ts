import { beforeEach, expect, test } from 'vitest'
import { testDesk } from '#tests/kit/desk.ts'
import { crowd } from '#tests/kit/sending-many.ts'
import { eachTest, rowsOf, update } from '#tests/kit/server.ts'

const COUNT = 103

const world = eachTest(() => crowd(COUNT))
const desk = eachTest(() => testDesk(world.server))
const beam = eachTest(() => desk.join('support', 'Beam'))
beforeEach(() => world.enqueue())

const refusal = () => Promise.resolve(new Response('{"message":"The text is too long"}', { status: 400 }))
const list = async (after?: number) =>
  (await beam.call('failedMessages', { query: after === undefined ? {} : { after: String(after) } })).body
const retry = async () => (await beam.call('retryMessages', { body: { kind: 'campaign-closing' } })).body

test('the list says to whom and why, page by page, and each message is in it once', async () => {
  expect(await list()).toEqual({ kinds: [], messages: [], next: null })
  await world.sendAll(refusal)
  await update(
    world.server,
    'message',
    { unsure: 1, reason: 'no answer' },
    { customer_id: world.customerOf(1) },
  )
  await update(
    world.server,
    'customer',
    { first_name: 'สมหญิง', last_name: 'ใจดี' },
    { id: world.customerOf(1) },
  )
  const first = await list()
  expect([first.kinds, first.messages.length, first.next]).toEqual([
    [{ kind: 'campaign-closing', count: COUNT }],
    100,
    100,
  ])
  const all = [...first.messages, ...(await list(100)).messages]
  expect(new Set(all.map(({ customerId }) => customerId)).size).toBe(COUNT)
  expect(all.find(({ customerId }) => customerId === world.customerOf(1))).toMatchObject({
    name: 'สมหญิง ใจดี',
    unsure: true,
  })
  expect(all.find(({ customerId }) => customerId === world.customerOf(2))).toMatchObject({
    kind: 'campaign-closing',
    unsure: false,
    reason: '400 The text is too long',
    at: world.server.clock.now(),
  })
})

test('support sends them again, except those that LINE may have, with an entry in the audit log', async () => {
  await world.sendAll(refusal)
  await update(world.server, 'message', { unsure: 1 }, { customer_id: world.customerOf(1) })
  expect(await retry()).toEqual({ again: COUNT - 1, kept: 1, hasMore: false })
  expect(await retry()).toEqual({ again: 0, kept: 1, hasMore: false })
  await world.sendAll()
  expect(await world.states()).toEqual({ sent: COUNT - 1, dead: 1 })
  const entries = (await rowsOf(world.server, 'audit')).filter(
    ({ action }) => action === 'desk messages retry',
  )
  expect(entries.map(({ detail }) => JSON.parse(detail).again)).toEqual([COUNT - 1, 0])
})

test('an auditor reads the list but sends nothing', async () => {
  await world.sendAll(refusal)
  const auditor = await desk.join('auditor')
  expect((await auditor.call('failedMessages')).body.messages).toHaveLength(100)
  const refused = await auditor.call('retryMessages', { body: { kind: 'campaign-closing' } })
  expect([refused.status, refused.error.error]).toEqual([403, 'FORBIDDEN'])
  expect(await world.states()).toEqual({ dead: COUNT })
})
