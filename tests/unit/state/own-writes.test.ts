import { expect, test } from 'vitest'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { approveReceipt } from '#server/campaign/receipts/review.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { draftOfReceipt } from '#src/screens/receipt/receipt-form-draft.ts'
import { latestValue } from '#src/state/resource.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { done, historyOf, type Models, openModels, typedReceipt, visited } from '#tests/kit/models.ts'
import { offlineWorld } from '#tests/kit/offline-world.ts'
import { eachTest } from '#tests/kit/server.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

/** Tests a read that the server answers before the customer's write, and whose answer arrives after the write. */

const world = eachTest(offlineWorld)
const { server, a } = world

/** Lets the server handle the next GET of this path, and delays its answer until the returned function is called. */
function holdNext(path: string): () => Promise<void> {
  const [released, release] = untilCalled()
  let held = false
  world.answerBy(request => {
    if (held || request.method !== 'GET' || new URL(request.url).pathname !== path) return null
    held = true
    return world.fetch(request).then(async answer => {
      await released
      return answer
    })
  })
  return async () => {
    expect(held).toBe(true)
    release()
    await world.clock.advance(1000)
  }
}

type Case = {
  readonly name: string
  readonly path: string
  readonly read: (models: Models) => Promise<unknown>
  readonly write: (models: Models) => Promise<unknown>
  readonly shown: (models: Models) => unknown
  readonly after: unknown
}

const sendOne = (models: Models) => models.receipts.send(typedReceipt(models, 'OW-0001'), null)
const cases: readonly Case[] = [
  {
    name: 'the history after a receipt',
    path: '/api/receipt/customerHistory',
    read: ({ receipts }) => receipts.load(),
    write: sendOne,
    shown: historyOf,
    after: ['OW-0001 pending', 'A-1000 approved'],
  },
  {
    name: 'the entries after a receipt',
    path: '/api/reward',
    read: ({ rewards }) => rewards.load(),
    write: sendOne,
    shown: ({ rewards }) => latestValue(rewards.current.value)?.rights.pending,
    after: 12,
  },
  {
    name: 'the answers after an answer',
    path: '/api/answer/customerHistory',
    read: ({ answers }) => answers.history.load(),
    write: ({ answers }) => answers.send('ลิ้นจี่'),
    shown: ({ answers }) => latestValue(answers.history.current.value)?.map(({ answerText }) => answerText),
    after: ['ลิ้นจี่'],
  },
  {
    name: 'the last answer after an answer',
    path: '/api/answer/last',
    read: ({ answers }) => answers.last.load(),
    write: ({ answers }) => answers.send('ลิ้นจี่'),
    shown: ({ answers }) => latestValue(answers.last.current.value)?.answerText,
    after: 'ลิ้นจี่',
  },
  {
    name: 'the profile after a change',
    path: '/api/customer',
    read: ({ customer }) => customer.load(),
    write: ({ customer }) => customer.save({ firstName: 'มะลิ' }),
    shown: ({ customer }) => latestValue(customer.current.value)?.firstName,
    after: 'มะลิ',
  },
  {
    name: 'the consent after it is given',
    path: '/api/customer',
    read: ({ customer }) => customer.load(),
    write: ({ customer }) => customer.setMarketing(MARKETING_VERSION),
    shown: ({ customer }) => latestValue(customer.current.value)?.consents.marketing,
    after: true,
  },
  {
    name: 'the rewards after one is used',
    path: '/api/reward',
    read: ({ rewards }) => rewards.load(),
    write: ({ rewards }) => rewards.use('receipt', { staffPin: '4821' }),
    shown: ({ rewards }) =>
      latestValue(rewards.current.value)?.items.find(({ rewardType }) => rewardType === 'receipt')?.state,
    after: 'used',
  },
]

async function prepare() {
  const { body } = await sendReceipt(server, a, { receiptNo: 'A-1000', amount: 250 })
  await approveReceipt(server.db, body.id, server.clock.now(), server.deps.random)
  await setCampaign(server, { staff_pin_hash: await hashPin('4821') })
  await server.call('createReward', { token: a.token, body: {} })
}

test.each(cases)('shows $name, although an older answer arrives later', async ({ path, ...one }) => {
  await prepare()
  world.phone.signIn(world.a)
  const models = openModels(world.phone)
  await done(world, Promise.all([models.answers.question.load(), models.campaign.load()]))
  const release = holdNext(path)
  void one.read(models)
  await world.clock.advance(100)
  await done(world, one.write(models), 1000)
  await release()
  expect(one.shown(models)).toEqual(one.after)
  const next = openModels(world.phone)
  world.breakBy(() => 'drop-request')
  await done(world, one.read(next), 1000)
  expect(one.shown(next)).toEqual(one.after)
})

test.each(cases)('shows $name in a second tab, although its older answer arrives later', async one => {
  await prepare()
  const models = await visited(world)
  const second = openModels(world.phone)
  await done(world, Promise.all([one.read(models), one.read(second)]), 1000)
  const release = holdNext(one.path)
  void one.read(second)
  await world.clock.advance(100)
  await done(world, one.write(models), 1000)
  await release()
  expect(one.shown(second)).toEqual(one.after)
})

test('shows a receipt as withdrawn in every tab, also if the list cannot be loaded after the withdrawal', async () => {
  const models = await visited(world)
  const second = openModels(world.phone)
  const given = typedReceipt(models, 'OW-0002')
  await done(world, models.receipts.send(given, null), 1000)
  await done(world, second.receipts.load(), 1000)
  world.breakBy(({ method }) => (method === 'GET' ? 'drop-request' : 'ok'))
  await done(world, models.receipts.withdraw(given.id), 1000)
  expect(historyOf(models)).toEqual(['OW-0002 void'])
  expect(historyOf(second)).toEqual(['OW-0002 void'])
})

test('adds no older state of a corrected receipt when the next page arrives late', async () => {
  const ids: string[] = []
  for (let nth = 0; nth < 51; nth += 1) {
    server.clock.advance(1000)
    ids.push((await sendReceipt(server, a)).body.id)
  }
  const { receipts } = await visited(world)
  const shown = () => latestValue(receipts.history.value)?.map(({ receipt }) => receipt) ?? []
  const oldest = await done(world, receipts.get(ids[0] ?? ''))
  if (!oldest.ok) throw new Error('The server did not return the receipt')
  const release = holdNext('/api/receipt/customerHistory')
  const paging = receipts.loadMore()
  await world.clock.advance(100)
  const draft = { ...draftOfReceipt(oldest.value), amount: '177' }
  await done(world, receipts.send(draft, draft.id), 1000)
  await release()
  expect(await done(world, paging, 1000)).toBeNull()
  expect(shown().map(({ id }) => id)).toEqual(ids.toReversed())
  expect(shown().at(-1)?.amount).toBe(177)
})

test('withdraws a receipt on the server if the server already has it with other contents', async () => {
  const models = await visited(world)
  const given = typedReceipt(models, 'OW-0009')
  await done(world, models.receipts.send(given, null), 1000)
  // The phone has lost its records of the receipt, and the customer sends it again with another amount.
  await world.phone.disk.deletePrefix('q/')
  models.page.close()
  const again = openModels(world.phone)
  await world.clock.advance(10)
  const sent = again.receipts.send({ ...given, amount: '99.00' }, null)
  expect(await done(world, sent, 1000)).toMatchObject({
    state: 'refused',
    failure: { code: 'RECEIPT_EXISTS' },
  })
  await done(world, again.receipts.withdraw(given.id), 10_000)
  const stored = await world.server.db.selectFrom('receipt').select(['id', 'status']).execute()
  expect(stored).toEqual([{ id: given.id, status: 'void' }])
})
