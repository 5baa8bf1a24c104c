import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { runRetention } from '#server/retention/run.ts'
import { campaignOf, countRows, newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { meanwhile } from '#tests/kit/meanwhile.ts'
import { eachTest, profileForm, rowsOf, type SignedIn, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const who = eachTest(() => server.signIn())
beforeEach(() => sendReceipt(server, who))

/** Runs retention at a time. Returns how many photos and customers it deleted. */
async function retainAt(now: number) {
  server.clock.advance(now - server.clock.now())
  const retained = await runRetention(server.deps, now, { clockIsRight: true })
  if (retained.kind !== 'done') throw new Error('retention is paused')
  const { images, people, provisional } = retained.purged
  return { images, people, provisional }
}
const kept = { images: 0, people: 0, provisional: 0 }
const doctor = async () => {
  const { out } = await organiser(server)('doctor')
  return out.split('\n').find(line => /^\S+ +retention:/.test(line))
}

test.each(['auto', 'ended'] as const)(
  'a campaign (%s) that is never announced deletes its data',
  async mode => {
    await setCampaign(server, { mode })
    const planned = (await campaignOf(server)).announce_at
    expect(await retainAt(planned + 90 * DAY_MS - 1)).toEqual(kept)
    expect(await retainAt(planned + 90 * DAY_MS)).toEqual({ ...kept, images: 1 })
    expect(await retainAt(planned + 180 * DAY_MS - 1)).toEqual(kept)
    expect(await retainAt(planned + 180 * DAY_MS)).toEqual({ ...kept, people: 1 })
  },
)

test('an announcement later than planned does not extend the periods', async () => {
  const planned = (await campaignOf(server)).announce_at
  await setCampaign(server, { announced_at: planned + 60 * DAY_MS })
  expect(await retainAt(planned + 90 * DAY_MS)).toEqual({ ...kept, images: 1 })
})

test('an announcement that is planned years after the close starts the periods 90 days after the close', async () => {
  const { closes_at } = await campaignOf(server)
  await setCampaign(server, { announce_at: closes_at + 2000 * DAY_MS })
  expect(await retainAt(closes_at + 180 * DAY_MS - 1)).toEqual(kept)
  expect(await retainAt(closes_at + 180 * DAY_MS)).toEqual({ ...kept, images: 1 })
})

test('a campaign that the organiser keeps open by hand keeps its data, and doctor warns', async () => {
  await setCampaign(server, { mode: 'open' })
  const planned = (await campaignOf(server)).announce_at
  expect(await retainAt(planned + 365 * DAY_MS)).toEqual(kept)
  expect(await doctor()).toMatch(/^warn .*opened by hand.*`auto`/)
})

test('a campaign that is open by hand, but announced, deletes its data', async () => {
  const now = server.clock.now()
  await setCampaign(server, { mode: 'open', announced_at: now })
  expect(await retainAt(now + 90 * DAY_MS - 1)).toEqual(kept)
  expect(await retainAt(now + 90 * DAY_MS)).toEqual({ ...kept, images: 1 })
})

test('a visitor without a session is deleted 30 days after joining, not earlier', async () => {
  const joined = server.clock.now()
  const { customerId } = await server.signIn(server.newUser(), { register: false })
  await server.db.deleteFrom('session').where('customer_id', '=', customerId).execute()
  expect(await retainAt(joined + 30 * DAY_MS)).toEqual(kept)
  expect(await retainAt(joined + 30 * DAY_MS + 1)).toEqual({ ...kept, provisional: 1 })
})

test('a customer who never registered is deleted 30 days after the last visit, and can join again', async () => {
  const user = server.newUser()
  const visitor = await server.signIn(user, { register: false })
  const { firstName } = profileForm
  const given = await visitor.call('putCustomer', { key: newKey(), body: { firstName } })
  expect(given.status).toBe(200)
  server.clock.advance(6 * DAY_MS)
  expect((await visitor.call('getCustomer')).status).toBe(200)
  const lastVisit = server.clock.now()
  expect(await retainAt(lastVisit + 30 * DAY_MS)).toEqual(kept)
  expect(await retainAt(lastVisit + 30 * DAY_MS + 1)).toEqual({ ...kept, provisional: 1 })
  const customers = await rowsOf(server, 'customer', { status: 'cancelled' })
  expect(JSON.stringify(customers)).not.toMatch(new RegExp(`${user.userId}|${firstName}`))
  expect(await countRows(server, 'line_identity')).toBe(1)
  expect(await retainAt(server.clock.now())).toEqual(kept)
  await setCampaign(server, { mode: 'open' })
  expect((await server.signIn(user)).customerId).not.toBe(visitor.customerId)
})

test('a customer who registers while the purge of provisional customers is running is not deleted', async () => {
  const [late, gone] = [server.newUser(), server.newUser()]
  for (const user of [late, gone]) await server.signIn(user, { register: false })
  server.clock.advance(31 * DAY_MS)
  // One customer's visit does not stop the deletion of other customers' data.
  await server.signIn(who.user)
  let registered: SignedIn | undefined
  const db = meanwhile(server.db, async () => {
    registered = await server.signIn(late)
  })
  const { objects } = server
  const retained = await runRetention({ db, objects }, server.clock.now(), { clockIsRight: true })
  expect(retained).toMatchObject({ purged: { provisional: 1 } })
  const { body } = await server.call('getCustomer', { token: registered?.token ?? '' })
  expect(body).toMatchObject({ firstName: profileForm.firstName })
  const accounts = await server.db.selectFrom('line_identity').select('line_user_id').execute()
  expect(accounts.map(row => row.line_user_id).toSorted()).toEqual([late.userId, who.user.userId].toSorted())
})

test('doctor says when the data will be deleted, and warns before a late announcement and of overdue data', async () => {
  const planned = (await campaignOf(server)).announce_at
  const at = (now: number) => server.clock.advance(now - server.clock.now())
  await setCampaign(server, { retention_seen_at: null })
  await server.db.deleteFrom('login_seen').execute()
  await server.db.deleteFrom('log_state').execute()
  expect(await doctor()).toMatch(
    /^ok .*photos are deleted from 2027-\d\d-\d\d.*personal data from 2027-\d\d-\d\d/,
  )
  at(planned + DAY_MS)
  expect(await doctor()).toMatch(/^warn .*not announced.*`dates set`/)
  await setCampaign(server, { announced_at: server.clock.now() })
  expect(await doctor()).toMatch(/^ok /)
  at(planned + 93 * DAY_MS)
  expect(await doctor()).toMatch(/^warn .*overdue: 1 images/)
  await retainAt(server.clock.now())
  expect(await doctor()).toMatch(/^ok /)
})
