import { expect, test } from 'vitest'
import { copyTickets } from '#server/draw/entries.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import { blockCustomer } from '#server/identity/change-block.ts'
import { readCustomer } from '#server/identity/view.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { identityForm } from '#tests/kit/call-example.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, insert, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())

const login = async ({ user } = who) =>
  (await server.call('login', { form: await identityForm(server, user) })).error?.error ?? 'in'
const block = (...words: string[]) => run('customer', 'block', '0800000001', '--reason', 'forged', ...words)

test('a blocked customer is signed out and cannot sign in, register or visit', async () => {
  const other = await server.signIn()
  expect((await block()).out).toBe(`Blocked ${who.customerId} and ended 1 sessions.`)
  expect((await who.call('getCustomer')).status).toBe(401)
  const form = await identityForm(server, who.user)
  const name = { lineDisplayName: 'มะลิ', linePictureUrl: null }
  expect(await login()).toBe('CUSTOMER_BLOCKED')
  expect(await server.call('register', { form })).toMatchObject({
    status: 403,
    error: { error: 'CUSTOMER_BLOCKED' },
  })
  expect((await server.call('visit', { body: { ...name, ...form } })).error.error).toBe('CUSTOMER_BLOCKED')
  expect(await login(other)).toBe('in')
})

test('a sign-in that overlaps the block opens no session that works', async () => {
  // Simulates a block that read the sessions before the sign-in committed.
  await insert(server, 'block', { customer_id: who.customerId, blocked_at: 1 })
  const { token, user } = who
  expect((await server.call('getCustomer', { token })).status).toBe(401)
  expect((await server.call('createExport', { token })).status).toBe(401)
  const name = { lineDisplayName: 'มะลิ', linePictureUrl: null }
  const body = { ...name, ...(await identityForm(server, user)) }
  expect((await server.call('visit', { token, body })).error.error).toBe('CUSTOMER_BLOCKED')
})

test('staff cannot use a reward with the code that a blocked customer’s phone creates', async () => {
  const { token } = who
  await server.call('createReward', { token, body: {} })
  const { body } = await server.call('getRewardQr', { token })
  expect((await run('qr', 'check', body.payload)).code).toBe(0)
  await block()
  for (const words of [['check'], ['use', 'welcome']]) {
    const [verb = '', ...rest] = words
    const { code, out } = await run('qr', verb, body.payload, ...rest)
    expect([code, out]).toEqual([1, expect.stringContaining('blocked')])
  }
  expect(await rowsOf(server, 'reward_use')).toEqual([])
  await run('customer', 'unblock', who.customerId)
  expect((await run('qr', 'check', body.payload)).code).toBe(0)
})

test('a customer who is not blocked any more signs in again', async () => {
  await block()
  const { out } = await run('customer', 'unblock', who.customerId)
  expect(out).toBe(`Unblocked ${who.customerId}.`)
  expect(await login()).toBe('in')
})

test('the entries of blocked customers are not in a list that is sealed later', async () => {
  const other = await server.signIn()
  for (const one of [who, other]) {
    const { body } = await sendReceipt(server, one)
    await run('receipts', 'approve', body.id)
  }
  const listed = async () => {
    await copyTickets(server.db, 'test', () => undefined)
    const rows = await server.db.selectFrom('draw_entry').select('customer_id').distinct().execute()
    return rows.map(row => row.customer_id).toSorted()
  }
  expect(await listed()).toEqual([who.customerId, other.customerId].toSorted())
  await block()
  expect(await listed()).toEqual([other.customerId])
  await run('customer', 'unblock', who.customerId)
  expect(await listed()).toEqual([who.customerId, other.customerId].toSorted())
})

test('blocking needs a reason, which belongs to the audit entry; it can be tried, and is refused twice', async () => {
  expect((await run('customer', 'block', who.customerId)).err).toContain('--reason: is required')
  expect((await block('--dry-run')).out).toContain('Would block')
  expect(await login()).toBe('in')
  await block()
  expect((await block()).err).toContain('already blocked')
  expect((await run('customer', 'show', who.customerId)).out).toMatch(/blockedAt\s+\S/)
  const texts = await server.db.selectFrom('audit_text').select(['about', 'texts']).execute()
  expect(texts).toContainEqual({ about: who.customerId, texts: '{"reason":"forged"}' })
  await run('customer', 'unblock', who.customerId)
  expect((await run('customer', 'unblock', who.customerId)).err).toContain('not blocked')
})

test('of two blocks at the same time, one counts', async () => {
  for (let round = 0; round < 4; round++) {
    const { customerId } = await server.signIn()
    const block = () =>
      inTransaction(server.db, async trx => blockCustomer(trx, await readCustomer(trx, customerId), 1))
    expect((await Promise.all([block(), block()])).map(String).toSorted()).toEqual(['1', 'blocked'])
  }
})

test('a customer who has left since the search is not blocked', async () => {
  const found = await readCustomer(server.db, who.customerId)
  await inTransaction(server.db, trx =>
    cancelCustomer(trx, who.customerId, {}, { now: 2, random: server.deps.random, key: null }),
  )
  expect(await inTransaction(server.db, trx => blockCustomer(trx, found, 3))).toBe('left')
  expect(await rowsOf(server, 'block')).toEqual([])
})
