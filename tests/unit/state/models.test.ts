import { expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { approveReceipt } from '#server/campaign/receipts/review.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { latestValue } from '#src/state/resource.ts'
import { LOGS, privateKey, privatePrefix } from '#src/storage/keys.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { soon } from '#tests/kit/in-time.ts'
import { done, historyOf, openModels, typedReceipt, visited } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

const world = eachTest(offlineWorld)

test('shows the cached response before the server answers and keeps it on a failure', async () => {
  const first = await visited(world)
  first.page.close()
  world.breakBy(() => 'hang')
  const { customer, campaign, master } = openModels(world.phone)
  const loads = [customer.load(), campaign.load(), master.load()]
  await soon(async () => {
    await world.clock.advance(1)
    expect(customer.current.value).toMatchObject({ state: 'ready', refreshing: true })
    expect(campaign.state.value).toBe('open')
    expect(master.provinces.value).toHaveLength(77)
  })
  await done(world, Promise.all(loads), 30_000)
  expect(customer.current.value).toMatchObject({
    state: 'failed',
    failure: { kind: 'timeout' },
    value: { id: world.a.customerId },
  })
})

test('does not cache an answer that arrives as the customer signs out', async () => {
  const { customer, identity } = openModels(world.phone)
  customer.current.subscribe(({ state }) => {
    if (state === 'ready') queueMicrotask(() => identity.setCustomer(null))
  })
  await done(world, customer.load(), 100)
  expect(latestValue(customer.current.value)).toBeNull()
  expect(await world.phone.disk.get(privateKey(world.a.customerId, 'customer'))).toBeUndefined()
})

test('deletes what the customer before has left on the phone, but not unsent jobs', async () => {
  const left = privatePrefix(world.b.customerId)
  await world.phone.disk.set([
    [`${left}customer`, 1],
    [`${left}draft/receipt`, 1],
    ['q/aside/x', 1],
    ['m/other', 1],
  ])
  await visited(world)
  expect(await world.phone.disk.keys(left)).toEqual([])
  expect(await world.phone.disk.get(privateKey(world.a.customerId, 'customer'))).toBeDefined()
  expect([await world.phone.disk.get('q/aside/x'), await world.phone.disk.get('m/other')]).toEqual([1, 1])
})

test('does not cache the answer to a write if its customer has signed out in another tab', async () => {
  const { rewards } = await visited(world)
  await world.phone.disk.deletePrefix(privatePrefix(world.a.customerId))
  await done(world, rewards.create(), 100)
  expect(latestValue(rewards.current.value)).not.toBeNull()
  expect(await world.phone.disk.keys(privatePrefix(world.a.customerId))).toEqual([])
})

test('loads the form lists once in advance, only if they are not cached', async () => {
  const first = openModels(world.phone)
  first.master.loadWhenSignedIn()
  await world.clock.advance(1000)
  first.page.close()
  const { master } = openModels(world.phone)
  master.loadWhenSignedIn()
  await world.clock.advance(1000)
  expect(world.calls('GET /api/master/all')).toBe(1)
  world.breakBy(() => 'drop-request')
  await done(world, master.load(), 10_000)
  expect(master.stores.value.length).toBeGreaterThan(0)
})

test('loading the stores ends, with a reason and a retry, although the server hangs', async () => {
  world.breakBy(() => 'hang')
  const { master } = openModels(world.phone)
  await done(world, master.load(), 30_000)
  expect(master.state.value).toMatchObject({ state: 'failed', failure: { kind: 'timeout' } })
  world.breakBy(() => 'ok')
  await done(world, master.load(), 30_000)
  expect(master.stores.value.length).toBeGreaterThan(0)
})

test('reloads the lists when they are a day old', async () => {
  const first = await visited(world)
  first.page.close()
  async function reopened() {
    const { page, master } = openModels(world.phone)
    await done(world, master.load())
    expect(master.state.value).toMatchObject({ state: 'ready', refreshing: false })
    expect(master.provinces.value).toHaveLength(77)
    page.close()
    return world.calls('GET /api/master/all')
  }
  expect(await reopened()).toBe(1)
  await world.clock.advance(DAY_MS - 60_000)
  expect(await reopened()).toBe(1)
  await world.clock.advance(60_000)
  expect(await reopened()).toBe(2)
})

test('reloads lists cached by an older release that this one cannot read', async () => {
  await world.phone.disk.set([['m/all', { v: 1, by: 'older', at: 0, etag: null, value: { stores: [{}] } }]])
  const first = openModels(world.phone)
  first.master.loadWhenSignedIn()
  await done(world, vi.dynamicImportSettled(), 1000)
  first.page.close()
  expect(world.calls('GET /api/master/all')).toBe(1)
  world.breakBy(() => 'drop-request')
  const { master } = openModels(world.phone)
  await done(world, master.load(), 10_000)
  expect(master.stores.value.length).toBeGreaterThan(0)
})

test('shows a profile change at once and after a restart, and sends it to the server', async () => {
  const models = await visited(world)
  world.breakBy(() => 'drop-request')
  expect(await done(world, models.customer.save({ firstName: 'มะลิ' }))).toMatchObject({
    state: 'queued',
    kept: true,
  })
  expect(models.customer.current.value).toMatchObject({ value: { firstName: 'มะลิ', lastName: 'ใจดี' } })
  models.page.crash()
  const { customer } = openModels(world.phone)
  await done(world, customer.load(), 10)
  expect(customer.current.value).toMatchObject({ value: { firstName: 'มะลิ' } })
  await world.online(60_000)
  const { body } = await world.server.call('getCustomer', { token: world.a.token })
  expect(body.firstName).toBe('มะลิ')
})

test('shows nothing of the previous customer to the next one', async () => {
  const models = await visited(world)
  await done(world, models.receipts.send(typedReceipt(models, 'BD-0007'), null), 1000)
  world.breakBy(() => 'drop-request')
  await done(world, models.receipts.send(typedReceipt(models, 'BD-0008'), null), 100)
  world.phone.signIn(world.b)
  await done(world, Promise.all([models.customer.load(), models.receipts.load()]), 100)
  expect(latestValue(models.customer.current.value)).toBeNull()
  expect(historyOf(models) ?? []).toEqual([])
  expect(models.outbox.jobs.value).toEqual([])
})

test('discards an answer requested by the previous customer', async () => {
  const models = await visited(world)
  const [held, release] = untilCalled()
  const { ports } = models.page
  const call = ports.api.call
  Object.assign(ports.api, {
    call: async (...args: Parameters<typeof call>) => {
      const reply = await call(...args)
      if (args[0] === 'getCustomer') await held
      return reply
    },
  })
  const late = models.customer.load()
  await world.clock.advance(10)
  world.phone.signIn(world.b)
  release()
  await done(world, late)
  await world.clock.advance(10)
  expect(latestValue(models.customer.current.value)?.id).not.toBe(world.a.customerId)
  expect(JSON.stringify(await world.phone.disk.entries(`u/${world.b.customerId}/`))).not.toContain(
    world.a.customerId,
  )
})

test('has no reward before it is created, and one afterwards', async () => {
  const models = await visited(world)
  expect(models.rewards.current.value).toMatchObject({ state: 'ready', value: null })
  await done(world, models.rewards.create())
  expect(models.rewards.current.value).toMatchObject({ value: { customerId: world.a.customerId } })
})

async function rewardWithPin() {
  const { server, a } = world
  const { body } = await sendReceipt(server, a, { amount: 250 })
  await approveReceipt(server.db, body.id, server.clock.now(), server.deps.random)
  await setCampaign(server, { staff_pin_hash: await hashPin('4821') })
  const { rewards } = await visited(world)
  await done(world, rewards.create())
  return rewards
}

test('a wrong PIN does not prevent the next attempt', async () => {
  const rewards = await rewardWithPin()
  expect(await done(world, rewards.use('receipt', { staffPin: '0000' }))).toMatchObject({ ok: false })
  expect(await done(world, rewards.use('receipt', { staffPin: '4821' }))).toMatchObject({ ok: true })
})

test.each([
  ['was lost', []],
  ['was lost, and then a gateway refused the repetition', ['forbidden', 'refused-by-gateway']],
] as const)('a use whose answer %s can be repeated, and uses the reward once', async (_, faults) => {
  const rewards = await rewardWithPin()
  for (const fault of ['drop-reply', ...faults] as const) {
    world.breakBy(request => (request.url.endsWith('/use') ? fault : 'ok'))
    const reply = rewards.use('receipt', { staffPin: '4821' })
    expect(await done(world, reply, 30_000)).toMatchObject({ ok: false })
  }
  world.breakBy(() => 'ok')
  expect(await done(world, rewards.use('receipt', { staffPin: '4821' }))).toMatchObject({ ok: true })
})

test('shows a queued answer as the newest one', async () => {
  const models = await visited(world)
  await done(world, models.answers.last.load())
  world.breakBy(() => 'drop-request')
  expect(await done(world, models.answers.send('ชาเขียว'))).toMatchObject({ state: 'queued', kept: true })
  const questionId = latestValue(models.answers.question.current.value)?.id
  const waiting = { value: { answerText: 'ชาเขียว', questionId } }
  expect(models.answers.last.current.value).toMatchObject(waiting)
  await done(world, models.answers.last.load(), 30_000)
  expect(models.answers.last.current.value).toMatchObject({ state: 'failed', ...waiting })
  await world.online(60_000)
  const { body } = await world.server.call('lastAnswer', { token: world.a.token })
  expect(body.answerText).toBe('ชาเขียว')
})

test('knows the server’s clock on a phone with a wrong clock', async () => {
  world.clock.jump(-5 * 3_600_000)
  const { campaign } = await visited(world)
  expect(Math.abs(campaign.serverNow() - world.server.clock.now())).toBeLessThan(1000)
})

test('renews an expired session once for all loads', async () => {
  world.phone.signIn({ customerId: world.a.customerId, token: 'x'.repeat(43) })
  let renewals = 0
  world.phone.renewal = async () => {
    renewals += 1
    return world.a.token
  }
  const { customer, receipts, answers } = openModels(world.phone)
  await done(world, Promise.all([customer.load(), receipts.load(), answers.last.load()]), 10)
  expect(renewals).toBe(1)
  expect(customer.current.value).toMatchObject({ state: 'ready', value: { id: world.a.customerId } })
})

test('does not sign in again for a job whose session was renewed elsewhere', async () => {
  const { answers, identity } = await visited(world)
  let renewals = 0
  world.phone.renewal = async () => {
    renewals += 1
    return world.a.token
  }
  world.phone.signIn({ customerId: world.a.customerId, token: 'x'.repeat(43) })
  world.breakBy(request => {
    if (request.url.endsWith('/answer') && request.method === 'POST' && renewals === 0) void identity.renew()
    return 'ok'
  })
  await done(world, answers.send('ชาเขียว'), 10_000)
  const { body } = await world.server.call('lastAnswer', { token: world.a.token })
  expect(body.answerText).toBe('ชาเขียว')
  expect(renewals).toBe(1)
})

test('saving again after a conflict does not overwrite even newer data', async () => {
  const { customer } = await visited(world)
  const { token } = world.a
  const elsewhere = (firstName: string) =>
    world.server.call('putCustomer', { token, key: crypto.randomUUID(), body: { firstName } })
  const before = latestValue(customer.current.value)?.version ?? 0
  const newer = (await elsewhere('มานี')).body.version
  const conflict = { state: 'refused', failure: { code: 'VERSION_CONFLICT' } }
  expect(await done(world, customer.save({ firstName: 'มะลิ' }, before))).toMatchObject(conflict)
  await elsewhere('ชูใจ')
  expect(await done(world, customer.save({ firstName: 'มะลิ' }, newer))).toMatchObject(conflict)
  const { body } = await world.server.call('getCustomer', { token })
  expect(body.firstName).toBe('ชูใจ')
})

test('a page view from before the first paint belongs to the customer of that moment', async () => {
  const [painted, paint] = untilCalled()
  const { outbox, page } = openModels(world.phone, { afterPaint: run => void painted.then(run) })
  outbox.log({ kind: 'pageview', path: '/receipt' })
  world.phone.signIn(world.b)
  paint()
  await world.clock.advance(5000)
  const stored = (await page.ports.kv.entries(LOGS)).map(([, value]) => value)
  expect(stored).toMatchObject([{ owner: world.a.customerId, event: { path: '/receipt' } }])
})
