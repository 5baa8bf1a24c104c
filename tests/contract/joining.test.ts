import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { announceWinner, countRows, setCampaign } from '#tests/kit/activity.ts'
import { identityForm } from '#tests/kit/call-example.ts'
import type { LineUserData } from '#tests/kit/line.ts'
import { insert, update } from '#tests/kit/rows.ts'
import { eachTest, profileForm, requestOf, type TestServer, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)

type Winner = { readonly token: string; readonly customerId: string }
let phones = 0

const key = () => crypto.randomUUID()
const { addressLine, postalCode, provinceId, districtId, subdistrictId, ...named } = profileForm
const person = { ...named, phone: '0891234567', consentTerms: 'true', consentPrivacy: 'true' }
const address = {
  addressLine,
  postalCode,
  provinceId: Number(provinceId),
  districtId: Number(districtId),
  subdistrictId: Number(subdistrictId),
}

async function register(fields: Record<string, string>, user = server.newUser()) {
  const form = { lineUserId: user.userId, idToken: await server.idToken(user), ...fields }
  return { user, ...(await server.call('register', { form })) }
}
const fieldsOf = (called: { error: { fields?: { path: string; code: string }[] | undefined } }) =>
  Object.fromEntries((called.error.fields ?? []).map(({ path, code }) => [path, code]))

test('registers a customer without an address, who can give one later', async () => {
  const { user, body } = await register(person)
  expect(body.status).toBe('registered')
  const form = { lineUserId: user.userId, idToken: await server.idToken(user) }
  expect((await server.call('login', { form })).status).toBe(200)
  const token = body.accessToken
  const me = await server.call('getCustomer', { token })
  expect(me.body).toMatchObject({ addressLine: null, provinceId: null, postalCode: null })
  const saved = await server.call('putCustomer', { token, key: key(), body: address })
  expect(saved.body).toMatchObject(address)
})

test('the registration itself creates the reward and the entry for joining, and a repeat adds nothing', async () => {
  const { user, body } = await register(person)
  const token = body.accessToken
  const reward = await server.call('getReward', { token })
  expect(reward.body).toMatchObject({ rights: { total: 1 }, luckyDraw: { state: 'entered' } })
  const again = await register(person, user)
  const repeated = await server.call('createReward', { token: again.body.accessToken, body: {} })
  expect(repeated.body).toEqual(reward.body)
})

test.each(['customer', 'reward', 'ticket', 'session'] as const)(
  'a registration that cannot store its %s stores nothing, and succeeds when it is repeated',
  async table => {
    const counts = () =>
      Promise.all((['customer', 'reward', 'ticket', 'session'] as const).map(name => countRows(server, name)))
    const app = createApp({ ...server.deps, db: withoutInserts(server.db, table) })
    const user = server.newUser()
    const form = { lineUserId: user.userId, idToken: await server.idToken(user), ...person }
    expect((await app.fetch(requestOf(calls.register, { form }))).status).toBe(500)
    expect(await counts()).toEqual([0, 0, 0, 0])
    expect((await register(person, user)).body.status).toBe('registered')
    expect(await counts()).toEqual([1, 1, 1, 1])
  },
)

test('a registration outside the campaign, or without a form, creates no reward', async () => {
  const rewards = () => server.db.selectFrom('reward').select('id').execute()
  await register({})
  await update(server, 'campaign', { mode: 'ended' })
  expect((await register(person)).body.status).toBe('registered')
  expect(await rewards()).toEqual([])
})

test('a customer who registers before the campaign opens gets the reward at the first visit after that', async () => {
  await setCampaign(server, { mode: 'pending' })
  const { user, body } = await register(person)
  expect(body.status).toBe('registered')
  expect((await visit(user)).body.reward).toMatchObject({ status: 404 })
  await setCampaign(server, { mode: 'open' })
  await expectJoinedByVisit(user)
})

test('a customer whom an older server registered without a reward gets it at a visit', async () => {
  const { user } = await server.signIn()
  await expectJoinedByVisit(user)
})

test('a visit after the end, or of a blocked customer, creates no reward', async () => {
  const { user, customerId } = await server.signIn()
  await setCampaign(server, { mode: 'ended' })
  expect((await visit(user)).body.reward).toMatchObject({
    status: 404,
    error: { error: 'REWARD_NOT_CREATED' },
  })
  await setCampaign(server, { mode: 'open' })
  await insert(server, 'block', { customer_id: customerId, blocked_at: 1 })
  expect((await visit(user)).status).toBe(403)
  expect([await countRows(server, 'reward'), await countRows(server, 'ticket')]).toEqual([0, 0])
})

test('checks a voluntary address, too', async () => {
  const wrong = await register({ ...person, subdistrictId: '999999' })
  expect([wrong.status, fieldsOf(wrong)]).toEqual([400, { subdistrictId: 'unknown' }])
})

test('a shipped prize is confirmed together with a complete address, and with nothing less', async () => {
  const winner = await winnerOf('shipped')
  const without = await confirm(winner, { attend: true })
  expect([without.status, without.error.error]).toEqual([409, 'ADDRESS_REQUIRED'])
  const mixed = await confirm(winner, { attend: true, address: { ...address, postalCode: '50000' } })
  expect([mixed.status, fieldsOf(mixed)]).toEqual([400, { postalCode: 'mismatch' }])
  const half = await confirm(winner, { attend: true, address: { postalCode } })
  expect(fieldsOf(half)).toMatchObject({ 'address.addressLine': 'required' })
  expect(await stateOf(winner)).toBe('won')
  expect((await server.call('getCustomer', { token: winner.token })).body.addressLine).toBeNull()

  const once = key()
  const done = await confirm(winner, { attend: true, address }, once)
  expect(done.body.confirmed).toBe(true)
  expect((await confirm(winner, { attend: true, address }, once)).text).toBe(done.text)
  expect((await server.call('getCustomer', { token: winner.token })).body).toMatchObject(address)
  expect(await stateOf(winner)).toBe('confirmed')
})

test('a shipped prize can be confirmed with the address of the profile, and declined without one', async () => {
  const winner = await winnerOf('shipped')
  expect((await confirm(winner, { attend: false })).body.confirmed).toBe(false)
  const other = await winnerOf('shipped')
  await server.call('putCustomer', { token: other.token, key: key(), body: address })
  expect((await confirm(other, { attend: true })).body.confirmed).toBe(true)
})

test('customers can delete their address until they have confirmed a prize that is sent to it', async () => {
  const nothing = {
    addressLine: null,
    provinceId: null,
    districtId: null,
    subdistrictId: null,
    postalCode: null,
  }
  const winner = await winnerOf('shipped')
  const put = (body: object) => server.call('putCustomer', { token: winner.token, key: key(), body })
  await put(address)
  expect((await put(nothing)).body).toMatchObject(nothing)
  expect((await put({ firstName: 'มานี' })).body).toMatchObject(nothing)
  await confirm(winner, { attend: true, address })
  for (const body of [nothing, { addressLine: null }]) {
    const refused = await put(body)
    expect([refused.status, refused.error.error]).toEqual([409, 'ADDRESS_REQUIRED'])
  }
  const moved = await put({ ...address, addressLine: '12 ถนนใหม่' })
  expect(moved.body.addressLine).toBe('12 ถนนใหม่')
})

test('the address of a confirmation that is refused is not stored', async () => {
  const winner = await winnerOf('shipped')
  await update(server, 'campaign', { confirm_by: server.clock.now() - 1 })
  const late = await confirm(winner, { attend: true, address })
  expect(late.error.error).toBe('CONFIRM_CLOSED')
  expect((await server.call('getCustomer', { token: winner.token })).body.addressLine).toBeNull()
})

test('the address sent with the confirmation of a seat is not stored', async () => {
  const winner = await winnerOf('seat')
  expect((await confirm(winner, { attend: true, address })).body.confirmed).toBe(true)
  expect((await server.call('getCustomer', { token: winner.token })).body.addressLine).toBeNull()
})

/** Returns a view of the database that fails when a row is inserted into this table. */
const withoutInserts = (db: TestServer['db'], table: string): TestServer['db'] =>
  db.withPlugin({
    transformQuery({ node }) {
      const into = node.kind === 'InsertQueryNode' ? node.into?.table.identifier.name : null
      if (into === table) throw new Error(`cannot insert into ${table}`)
      return node
    },
    transformResult: async ({ result }) => result,
  })

const visit = async (user: LineUserData) =>
  server.call('visit', {
    body: { ...(await identityForm(server, user)), lineDisplayName: user.displayName, linePictureUrl: null },
  })

/** Makes three visits, two of them concurrently. Each answer must have the same reward, with the entry for joining. */
async function expectJoinedByVisit(user: LineUserData) {
  const answers = [...(await Promise.all([visit(user), visit(user)])), await visit(user)]
  for (const { body } of answers)
    expect(body.reward).toMatchObject({
      value: { rights: { total: 1 }, luckyDraw: { state: 'entered' }, version: 1 },
    })
  expect([await countRows(server, 'reward'), await countRows(server, 'ticket')]).toEqual([1, 1])
}

/** Registers a customer without an address, who then wins the first place of a draw for this kind of prize. */
async function winnerOf(delivery: 'seat' | 'shipped'): Promise<Winner> {
  phones += 1
  const { body } = await register({ ...person, phone: `08${String(phones).padStart(8, '0')}` })
  const winner = { token: body.accessToken, customerId: body.customerId }
  await announceWinner(server, { ...winner, user: server.newUser() })
  const prizes = JSON.stringify([{ titleTh: 'ฟองฟูยกลัง', count: 10, delivery }])
  await update(server, 'draw', { prizes })
  return winner
}

const confirm = ({ token }: Winner, body: object, once = key()) =>
  server.call('confirmConcert', { token, body, key: once })
const stateOf = async ({ token }: Winner) => (await server.call('getReward', { token })).body.luckyDraw.state
