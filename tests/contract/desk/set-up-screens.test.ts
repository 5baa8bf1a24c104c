import { expect, test } from 'vitest'
import type { CustomerScreens } from '#contract/desk/screens.ts'
import type { SetUpChange } from '#contract/desk/set-up.ts'
import { HOUR_MS } from '#contract/time.ts'
import { afterwards } from '#server/desk/set-up/screens.ts'
import { campaignOf } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'
import { change, seenBy } from '#tests/kit/set-up.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))

const screens = async () => (await mali.call('setUpScreens')).body
const after = async (given: SetUpChange) =>
  mali.call('previewSetUpScreens', { body: { change: given, seen: await seenBy(mali, given) } })
const HEAD = 'code,chain,nameTh,branch,province,receiptNoHint,active'

/** Returns one change of every kind that a new campaign allows. */
async function everyChange(): Promise<SetUpChange[]> {
  const { closes_at } = await campaignOf(server)
  const question = (await mali.call('setUp')).body.questions.find(({ isShown }) => isShown)
  return [
    { kind: 'rules', set: { bahtPerRight: 77, closesAt: closes_at - HOUR_MS } },
    { kind: 'stock', rewardType: 'gift', total: 0 },
    { kind: 'reward', rewardType: 'gift', set: { titleTh: 'ถุงผ้า', titleEn: 'Bag' } },
    { kind: 'question-times', id: question?.id ?? '', closesAt: 'now' },
    {
      ...{ kind: 'question', textTh: 'ชอบรสไหน', textEn: 'Which taste?', maxLength: 50 },
      ...{ choices: null, opensAt: null, closesAt: null },
    },
    { kind: 'terms', terms: '2027-01' },
    { kind: 'stores', fileName: 's.csv', csv: `${HEAD}\nN-1,ร้าน,ร้านใหม่,แรก,10,ดูใต้บาร์โค้ด,1`, only: true },
    { kind: 'prizes', reserves: 7 },
  ]
}

const timeless = ({ activity, reward, ...rest }: CustomerScreens) => ({
  ...rest,
  activity: { ...activity, serverTime: '' },
  reward: { ...reward, updatedAt: '' },
})

test('the screens of now are what the product API tells a customer who has just registered', async () => {
  const who = await server.signIn()
  await server.call('createReward', { token: who.token, body: {} })
  const shown = await screens()
  expect(shown.activity).toEqual((await server.call('activity')).body)
  expect(shown.question).toEqual((await server.call('question', { token: who.token })).body)
  const master = (await server.call('masterAll')).body
  expect(shown.stores).toEqual(master.stores)
  expect(shown.provinces.map(({ id }) => id)).toEqual(master.provinces.map(({ id }) => id).toSorted())
  const reward = (await server.call('getReward', { token: who.token })).body
  const { items, rights, luckyDraw } = shown.reward
  expect({ items, rights, luckyDraw }).toEqual({
    items: reward.items,
    rights: reward.rights,
    luckyDraw: reward.luckyDraw,
  })
})

test('a preview of each change shows what the change itself leads to, and stores nothing', async () => {
  for (const given of await everyChange()) {
    const stores = () => server.db.selectFrom('store').selectAll().orderBy('id').execute()
    const [before, storesBefore] = [await dump(server.db), await stores()]
    const { status, body } = await after(given)
    expect([given.kind, status]).toEqual([given.kind, 200])
    // Ignores the row of the desk's session, in which the time of its last use changes.
    const changed = changes(before, await dump(server.db)).filter(line => !line.includes('token_hash'))
    expect([given.kind, changed]).toEqual([given.kind, []])
    expect(await stores()).toEqual(storesBefore)
    const earlier = await screens()
    const isSame = JSON.stringify(timeless(body)) === JSON.stringify(timeless(earlier))
    // New prizes do not change the screens: the app shows its build's prizes, and the draw's are for the promise.
    expect([given.kind, isSame]).toEqual([given.kind, given.kind === 'prizes'])
    await change(mali, given)
    const now = await screens()
    const withoutIds = (one: CustomerScreens) => ({
      ...timeless(one),
      question: one.question && { ...one.question, id: '' },
      stores: one.stores.map(store => ({ ...store, id: 0 })),
    })
    expect(withoutIds(body)).toEqual(withoutIds(now))
  }
})

test('a stale version is refused, and a refused change shows no screens', async () => {
  const given = { kind: 'rules', set: { minAge: 18 } } as const
  const seen = await seenBy(mali, given)
  await organiser(server)('dates', 'set', '--min-age', '19')
  const stale = await mali.call('previewSetUpScreens', { body: { change: given, seen } })
  expect([stale.status, stale.error.error]).toEqual([409, 'CHANGED'])
  const nothing = await after({ kind: 'rules', set: { minAge: 19 } })
  expect(nothing.error).toMatchObject({ error: 'REFUSED', detail: 'NOTHING' })
  expect((await screens()).activity.minAge).toBe(19)
})

test('support and auditors see the screens of now, managers also those after a change, reviewers none', async () => {
  const given = { kind: 'rules', set: { minAge: 18 } } as const
  const body = { change: given, seen: await seenBy(mali, given) }
  for (const role of ['auditor', 'support'] as const) {
    const one = await desk.join(role)
    expect((await one.call('setUpScreens')).status).toBe(200)
    expect((await one.call('previewSetUpScreens', { body })).error.error).toBe('FORBIDDEN')
  }
  const reviewer = await desk.join('reviewer')
  expect((await reviewer.call('setUpScreens')).error.error).toBe('FORBIDDEN')
  expect((await reviewer.call('previewSetUpScreens', { body })).error.error).toBe('FORBIDDEN')
})

test('a real change waits for a preview in the same moment and is not taken back with it', async () => {
  const shown = { kind: 'rules', set: { bahtPerRight: 77 } } as const
  const made = { kind: 'stock', rewardType: 'gift', total: 123 } as const
  const [seenShown, seenMade] = [await seenBy(mali, shown), await seenBy(mali, made)]
  const [one, two] = await Promise.all([
    mali.call('previewSetUpScreens', { body: { change: shown, seen: seenShown } }),
    mali.call('changeSetUp', { body: { change: made, seen: seenMade } }),
  ])
  expect([one.body.activity.bahtPerRight, two.status]).toEqual([77, 200])
  const { rules, rewards } = (await mali.call('setUp')).body
  expect([rules.bahtPerRight, rewards.find(({ type }) => type === 'gift')?.total]).toEqual([100, 123])
})

test('the screens contain nothing of a customer', async () => {
  const who = await server.signIn()
  const text = JSON.stringify(await screens())
  for (const secret of [who.customerId, who.user.userId, '0812345678']) expect(text).not.toContain(secret)
})

test('a change outside a transaction is refused, because it could not be taken back', async () => {
  const change = () => update(server, 'campaign', { min_age: 99 })
  await expect(afterwards(server.db, change, async () => null)).rejects.toThrow('transaction')
  expect((await campaignOf(server)).min_age).not.toBe(99)
})
