import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { STAFF_PIN_LOCK_MS } from '#contract/limits.ts'
import type { RewardType } from '#contract/schema/reward.ts'
import { approveReceipt } from '#server/campaign/receipts/review.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { campaignOf, countRows, newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { eachTest, rowOf, testServer, update } from '#tests/kit/server.ts'

const PIN = '4821'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())

const create = (who = somchai) => who.call('createReward', { body: {} })
const get = (who = somchai) => who.call('getReward')
const use = (rewardType: RewardType, more: Record<string, string> = {}, key = newKey(), who = somchai) =>
  who.call('useReward', { body: { rewardType, ...more }, key })
const stateOf = async (type: RewardType) =>
  (await get()).body.items.find(item => item.rewardType === type)?.state
const approve = async (who = somchai, amount = 250) => {
  const { body } = await sendReceipt(server, who, { amount })
  return approveReceipt(server.db, body.id, server.clock.now(), server.deps.random)
}
const withPin = async () => setCampaign(server, { staff_pin_hash: await hashPin(PIN) })

describe('the reward object', () => {
  test('does not exist before it is created, and is created once', async () => {
    const before = await get()
    expect([before.status, before.error.error]).toEqual([404, 'REWARD_NOT_CREATED'])
    const answers = await Promise.all([create(), create(), create()])
    expect(new Set(answers.map(one => one.text)).size).toBe(1)
    expect((await get()).body).toEqual(answers[0]?.body)
    expect([await countRows(server, 'reward'), await countRows(server, 'ticket')]).toEqual([1, 1])
  })

  test('shows the entry for joining, the coming draw, and the available rewards', async () => {
    const { body } = await create()
    const campaign = await campaignOf(server)
    expect(body).toMatchObject({
      customerId: somchai.customerId,
      rights: { total: 1, pending: 0, used: 0 },
      luckyDraw: { state: 'entered', drawId: campaign.draw_id, confirmedAt: null, rank: null },
      version: 1,
    })
    expect(body.items.map(item => [item.rewardType, item.state, item.needsStaff])).toEqual([
      ['welcome', 'available', false],
      ['answer', 'locked', false],
      ['receipt', 'locked', true],
      ['gift', 'locked', true],
      ['concert', 'locked', true],
    ])
  })

  test('counts pending receipts as pending and approved ones as entries', async () => {
    await create()
    await sendReceipt(server, somchai, { amount: 499.99 })
    expect((await get()).body.rights).toEqual({ total: 1, pending: 4, used: 0 })
    expect(await approve(somchai, 300)).toBe(3)
    expect((await get()).body.rights).toEqual({ total: 4, pending: 4, used: 0 })
    await update(server, 'draw', { state: 'sealed', sealed_at: server.clock.now() })
    expect((await get()).body.rights).toEqual({ total: 4, pending: 4, used: 4 })
  })

  test('gets 304 while nothing has changed', async () => {
    await create()
    const ifNoneMatch = { 'If-None-Match': (await get()).headers.get('etag') ?? '' }
    const ask = () => somchai.call('getReward', { headers: ifNoneMatch })
    expect((await ask()).status).toBe(304)
    await sendReceipt(server, somchai)
    expect((await ask()).status).toBe(200)
  })

  test.each([
    ['pending', 'CAMPAIGN_NOT_STARTED'],
    ['ended', 'CAMPAIGN_ENDED'],
  ] as const)(
    'cannot be created while the campaign is %s, but an existing one is returned',
    async (mode, code) => {
      const malee = await server.signIn()
      await create(malee)
      await setCampaign(server, { mode })
      const refused = await create()
      expect([refused.status, refused.error.error]).toEqual([403, code])
      expect((await create(malee)).status).toBe(200)
    },
  )

  test('needs a session and a complete registration', async () => {
    expect((await server.call('getReward')).status).toBe(401)
    const guest = await server.signIn(undefined, { register: false })
    expect((await create(guest)).error.error).toBe('CUSTOMER_NOT_REGISTERED')
  })

  test('refuses unknown fields', async () => {
    const refused = await somchai.call('createReward', { body: { rights: 99 } })
    expect([refused.status, refused.error.fields?.[0]?.path]).toEqual([400, 'rights'])
  })
})

describe('using', () => {
  test('returns a code once; the same key gets the same response', async () => {
    await create()
    const key = newKey()
    const [first, again] = [await use('welcome', {}, key), await use('welcome', {}, key)]
    expect(first.body.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    expect(first.body.reward.items[0]).toMatchObject({ state: 'used', code: first.body.code })
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    const second = await use('welcome')
    expect([second.status, second.error.error]).toEqual([409, 'REWARD_USED'])
  })

  test('makes voucher codes from 32 characters, none of which looks like another', async () => {
    let next = 0
    server.deps.random.bytes = length =>
      length === 8 ? Uint8Array.from({ length }, () => next++) : randomBytes(length)
    const codes: (string | null)[] = []
    for (let customer = 0; customer < 4; customer++) {
      const who = await server.signIn()
      await create(who)
      codes.push((await use('welcome', {}, newKey(), who)).body.code)
    }
    expect(codes).toEqual(['2345-6789', 'ABCD-EFGH', 'JKLM-NPQR', 'STUV-WXYZ'])
  })

  test('many times at once redeems it once', async () => {
    await create()
    const answers = await Promise.all(Array.from({ length: 20 }, () => use('welcome')))
    expect(answers.filter(one => one.status === 200)).toHaveLength(1)
    expect(await countRows(server, 'reward_use')).toBe(1)
  })

  test('needs a reward object, the unlocking action, and the right time', async () => {
    expect((await use('welcome')).error.error).toBe('REWARD_NOT_CREATED')
    await create()
    const locked = await use('answer')
    expect([locked.status, locked.error.error]).toEqual([409, 'REWARD_LOCKED'])
    await somchai.call('postAnswer', { body: { Answer: 'แม่' } })
    expect(await stateOf('answer')).toBe('available')
    await update(server, 'reward_kind', { closes_at: server.clock.now() })
    const late = await use('answer')
    expect([late.status, late.error.error, await stateOf('answer')]).toEqual([
      409,
      'OUT_OF_PERIOD',
      'expired',
    ])
  })

  test('begins in the millisecond in which the reward opens', async () => {
    await create()
    await update(server, 'reward_kind', { opens_at: server.clock.now() + 1 })
    expect((await use('welcome')).error.error).toBe('OUT_OF_PERIOD')
    server.clock.advance(1)
    expect((await use('welcome')).status).toBe(200)
  })

  test('refuses an unknown reward type and unknown fields', async () => {
    await create()
    const body = { rewardType: 'car', status: 'used' } as never
    const refused = await somchai.call('useReward', { body })
    expect(refused.error.fields?.map(field => field.path).toSorted()).toEqual(['rewardType', 'status'])
  })

  test('stores the scanned store, and refuses the code of an unknown or removed store', async () => {
    await create()
    const { code } = await server.db
      .updateTable('store')
      .set({ active: 0 })
      .where('id', '=', 2)
      .returning('code')
      .executeTakeFirstOrThrow()
    for (const storeCode of ['XX-99-999', code ?? '']) {
      const wrong = await use('welcome', { storeCode })
      expect(wrong.error.fields).toEqual([{ path: 'storeCode', code: 'unknown' }])
    }
    expect((await use('welcome', { storeCode: 'BD-10-001' })).status).toBe(200)
    const row = await server.db.selectFrom('reward_use').select('store_id').executeTakeFirstOrThrow()
    expect(row.store_id).toBe(1)
  })

  test('gives out a stock of ten only ten times to 120 concurrent customers', {
    timeout: 60_000,
  }, async () => {
    await update(server, 'reward_stock', { remaining: 10 })
    await update(server, 'reward_kind', { unlocked_by: 'registered', needs_staff: 0 })
    const customers = await Promise.all(Array.from({ length: 120 }, () => server.signIn()))
    await Promise.all(customers.map(create))
    const answers = await Promise.all(customers.map(who => use('gift', {}, newKey(), who)))
    expect(answers.filter(one => one.status === 200)).toHaveLength(10)
    expect(answers.filter(one => one.error.error === 'OUT_OF_STOCK')).toHaveLength(110)
    expect(await countRows(server, 'reward_use')).toBe(10)
    const { remaining } = await rowOf(server, 'reward_stock')
    expect(remaining).toBe(0)
    await create()
    expect(await stateOf('gift')).toBe('outOfStock')
  })
})

describe('the staff PIN', () => {
  beforeEach(async () => {
    await create()
    await approve()
  })

  test('is required for rewards that need staff, and no PIN is accepted before one is set', async () => {
    const missing = await use('receipt')
    expect(missing.error.fields).toEqual([{ path: 'staffPin', code: 'required' }])
    expect((await use('receipt', { staffPin: PIN })).error.error).toBe('STAFF_PIN_WRONG')
    await withPin()
    expect((await use('receipt', { staffPin: PIN })).status).toBe(200)
  })

  test('is locked for 15 minutes after five wrong attempts, even for the right PIN', async () => {
    await withPin()
    const key = newKey()
    const wrong = [
      await use('receipt', { staffPin: '0000' }, key),
      await use('receipt', { staffPin: '0000' }, key),
    ]
    for (let tries = 0; tries < 3; tries += 1) wrong.push(await use('receipt', { staffPin: '1111' }))
    expect(wrong.map(one => [one.status, one.error.error])).toEqual([
      ...Array(4).fill([403, 'STAFF_PIN_WRONG']),
      [429, 'STAFF_PIN_LOCKED'],
    ])
    expect(wrong[4]?.headers.get('retry-after')).toBe(String(STAFF_PIN_LOCK_MS / 1000))
    expect((await use('receipt', { staffPin: PIN })).error.error).toBe('STAFF_PIN_LOCKED')
    server.clock.advance(STAFF_PIN_LOCK_MS)
    // After the lock has expired, the customer has five attempts again.
    expect((await use('receipt', { staffPin: '0000' })).error.error).toBe('STAFF_PIN_WRONG')
    expect((await use('receipt', { staffPin: PIN })).status).toBe(200)
  })

  test('is wrong: the server forgets the idempotency key of this use, and no other key', async () => {
    await withPin()
    const key = newKey()
    const { token } = await server.signIn()
    await server.call('putCustomer', { token, key, body: { firstName: 'อื่น' } })
    const before = await countRows(server, 'idempotency')
    expect((await use('receipt', { staffPin: '0000' }, key)).error.error).toBe('STAFF_PIN_WRONG')
    expect([before > 1, await countRows(server, 'idempotency')]).toEqual([true, before])
  })

  test('is not locked any longer if the clock is set back to more than 15 minutes before the lock', async () => {
    await withPin()
    for (let tries = 0; tries < 5; tries += 1) await use('receipt', { staffPin: '0000' })
    server.clock.advance(1 - STAFF_PIN_LOCK_MS)
    expect((await use('receipt', { staffPin: PIN })).error.error).toBe('STAFF_PIN_LOCKED')
    server.clock.advance(-1)
    expect((await use('receipt', { staffPin: PIN })).status).toBe(200)
  })

  test('resets the count of wrong attempts when it is right', async () => {
    await withPin()
    for (let tries = 0; tries < 4; tries += 1) await use('receipt', { staffPin: '0000' })
    await use('receipt', { staffPin: PIN })
    expect((await use('gift', { staffPin: '0000' })).error.error).toBe('STAFF_PIN_WRONG')
  })

  test('is stored only as a hash', async () => {
    await withPin()
    const { staff_pin_hash } = await campaignOf(server)
    expect(staff_pin_hash).toMatch(/^scrypt\$\d+\$[\w-]+\$[\w-]+$/)
    expect(await hashPin(PIN)).not.toBe(staff_pin_hash)
  })
})
