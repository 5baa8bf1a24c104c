import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createSession } from '#server/auth/sessions.ts'
import {
  columnsOf,
  eachTest,
  insert,
  profileForm,
  type SignedIn,
  testServer,
  update,
} from '#tests/kit/server.ts'

let me: SignedIn
const server = eachTest(testServer)
beforeEach(async () => {
  me = await server.signIn({ ...server.newUser(), displayName: 'ชื่อในไลน์' })
})

const key = () => crypto.randomUUID()
const cancel = (more = {}, idempotencyKey = key()) =>
  me.call('cancel', { body: { confirm: true, ...more }, key: idempotencyKey })
async function login() {
  const form = { lineUserId: me.user.userId, idToken: await server.idToken(me.user) }
  return server.call('login', { form })
}

/** Returns every value in every table except the public lists. */
async function dump(): Promise<string> {
  const lists = ['province', 'district', 'subdistrict', 'store']
  const tables = await server.db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter(name => !lists.includes(name))
  const rows = await Promise.all(names.map(name => sql`select * from ${sql.table(name)}`.execute(server.db)))
  return JSON.stringify(rows.map(result => result.rows))
}

test('leaving erases all personal data immediately', async () => {
  await me.call('putCustomer', { body: { email: 'somchai@example.com' }, key: key() })
  await me.call('postAnswer', { body: { Answer: 'ชื่อแม่ผมคือสมศรี' }, key: key() })
  const words = [me.user.userId, profileForm.firstName, profileForm.lastName, profileForm.addressLine]
  const personal = [...words, '+66800000001', '0800000001', 'somchai@example.com', 'สมศรี', 'ชื่อในไลน์']
  const before = await dump()
  expect(words.filter(word => !before.includes(word))).toEqual([])
  expect((await cancel()).status).toBe(200)
  const after = await dump()
  expect(personal.filter(word => after.includes(word))).toEqual([])
})

test('leaving ends every session, and a repeat gets the same response', async () => {
  const other = (await login()).body.accessToken
  const once = key()
  const first = await cancel({}, once)
  for (const token of [me.token, other])
    expect((await server.call('getCustomer', { token })).error.error).toBe('UNAUTHORIZED')
  const repeat = await cancel({}, once)
  expect([repeat.status, repeat.text]).toEqual([200, first.text])
  expect((await cancel()).status).toBe(401)
})

test('a sign-in that overlaps with leaving opens no session that works', async () => {
  await cancel()
  const at = { now: server.clock.now(), random: server.deps.random }
  const { accessToken } = await createSession(server.db, me.customerId, at)
  expect((await server.call('getCustomer', { token: accessToken })).error.error).toBe('UNAUTHORIZED')
})

test('a customer who left cannot sign in or register again while the draw can be audited', async () => {
  await cancel()
  expect((await login()).error.error).toBe('CUSTOMER_CANCELLED')
  const form = { lineUserId: me.user.userId, idToken: await server.idToken(me.user) }
  expect((await server.call('register', { form })).error.error).toBe('CUSTOMER_CANCELLED')
})

test('a provisional customer who left can register again', async () => {
  const user = server.newUser()
  const first = await server.signIn(user, { register: false })
  await first.call('deleteCustomer', { key: key() })
  const second = await server.signIn(user)
  expect(second.customerId).not.toBe(first.customerId)
})

test('deleting the account has the same effect as leaving', async () => {
  expect((await me.call('deleteCustomer', { key: key() })).body).toEqual({
    deleted: true,
  })
  expect((await login()).error.error).toBe('CUSTOMER_CANCELLED')
  expect((await dump()).includes(me.user.userId)).toBe(false)
})

test('leaving must be confirmed', async () => {
  for (const body of [{}, { confirm: false }, { confirm: 'true' }, { confirm: true, extra: 1 }])
    expect((await me.call('cancel', { body, key: key() })).status).toBe(400)
  expect((await me.call('getCustomer')).status).toBe(200)
})

test("leaving queues the deauthorization at LINE with the user's own token", async () => {
  await cancel({ lineAccessToken: 'user-token', reason: 'PRIVACY', note: 'ขอบคุณ' })
  const work = await columnsOf(server, 'outgoing', ['kind', 'payload'])
  expect(work).toEqual([{ kind: 'deauthorize', payload: '{"userAccessToken":"user-token"}' }])
})

async function giveTicket() {
  await insert(server, 'ticket', {
    id: uuidv7(server.clock.now(), server.deps.random.bytes(16)),
    customer_id: me.customerId,
    source: 'receipt',
    source_id: 'r1',
    seq: 0,
    state: 'valid',
    created_at: server.clock.now(),
  })
}
const ticketStates = async () => {
  const rows = await columnsOf(server, 'ticket', ['state'], { customer_id: me.customerId, source: 'receipt' })
  return rows.map(row => row.state)
}

test('leaving voids the tickets unless the draw’s list is sealed', async () => {
  await giveTicket()
  await cancel()
  expect(await ticketStates()).toEqual(['void'])
  me = await server.signIn()
  await update(server, 'draw', { sealed_at: server.clock.now() })
  await update(server, 'ticket', { source_id: 'r0' })
  await giveTicket()
  await cancel()
  expect(await ticketStates()).toEqual(['valid'])
})

test('a winner must decline the seat before leaving', async () => {
  await me.call('createReward', { body: {} })
  await update(server, 'reward', { draw_state: 'won', draw_rank: 1 })
  await update(server, 'campaign', { announced_at: server.clock.now() - 1 })
  const refused = await cancel()
  expect([refused.status, refused.error.error]).toEqual([409, 'DRAW_SEALED'])
  expect((await me.call('getCustomer')).body.firstName).toBe(profileForm.firstName)
  const body = { attend: false }
  expect((await me.call('confirmConcert', { body, key: key() })).status).toBe(200)
  expect((await cancel()).status).toBe(200)
})

test('a winner who has confirmed must decline the seat before leaving, too', async () => {
  await me.call('createReward', { body: {} })
  await update(server, 'reward', { draw_state: 'confirmed', draw_rank: 1 })
  await update(server, 'campaign', { announced_at: server.clock.now() - 1 })
  const refused = await cancel()
  expect([refused.status, refused.error.error]).toEqual([409, 'DRAW_SEALED'])
})
