import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { STAFF_PIN_CAMPAIGN_TRIES, STAFF_PIN_STORE_TRIES, STAFF_PIN_WINDOW_MS } from '#contract/limits.ts'
import type { RewardType } from '#contract/schema/reward.ts'
import { approveReceipt } from '#server/campaign/receipts/review.ts'
import { hashPin, verifyPin } from '#server/campaign/staff-pin.ts'
import { newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { meanwhile } from '#tests/kit/meanwhile.ts'
import { eachTest, insert, rowOf, testServer } from '#tests/kit/server.ts'

/** The PIN of the campaign, for places that are not a store. */
const PIN = '482159'

const server = eachTest(testServer)
const somchai = eachTest(() => server.signIn())

const create = (who = somchai) => who.call('createReward', { body: {} })
const use = (rewardType: RewardType, more: Record<string, string> = {}, who = somchai) =>
  who.call('useReward', { body: { rewardType, ...more }, key: newKey() })
async function stateOf(type: RewardType) {
  const { body } = await somchai.call('getReward')
  return body.items.find(item => item.rewardType === type)?.state
}
async function approve(who = somchai) {
  const { body } = await sendReceipt(server, who, { amount: 250 })
  return approveReceipt(server.db, body.id, server.clock.now(), server.deps.random)
}
const withPin = async () => setCampaign(server, { staff_pin_hash: await hashPin(PIN) })

describe('the PIN of a store', () => {
  const STORE = 'BD-10-001'
  const OTHER = 'BD-10-002'
  const setStorePin = (code: string, pin: string) => organiser(server, [pin])('store', 'pin', code)
  const codeOf = async (storeCode: string | null, staffPin: string, who = somchai) => {
    const more = storeCode === null ? { staffPin } : { staffPin, storeCode }
    const { status, error } = await use('receipt', more, who)
    return status === 200 ? 200 : error.error
  }
  /** Enters this many wrong PINs, with so many customers that none of them is locked. */
  async function guess(times: number, storeCode: string) {
    const answers = []
    for (let left = times; left > 0; left -= 4) {
      const who = await server.signIn()
      await create(who)
      await approve(who)
      for (let tries = 0; tries < Math.min(4, left); tries += 1)
        answers.push(await codeOf(storeCode, '000000', who))
    }
    return answers
  }

  beforeEach(async () => {
    await create()
    await approve()
    await setStorePin(STORE, '111111')
  })

  test('is the only one that is right at this store, and the use is recorded for the store', async () => {
    await withPin()
    await setStorePin(OTHER, '222222')
    expect(await codeOf(STORE, '222222')).toBe('STAFF_PIN_WRONG')
    expect(await codeOf(STORE, PIN)).toBe('STAFF_PIN_WRONG')
    expect(await codeOf(STORE, '111111')).toBe(200)
    const row = await server.db.selectFrom('reward_use').select('store_id').executeTakeFirstOrThrow()
    expect(row.store_id).toBe(1)
  })

  test('needs the store’s code, if the campaign has no PIN for other places', async () => {
    const missing = await use('receipt', { staffPin: '111111' })
    expect(missing.error.fields).toEqual([{ path: 'storeCode', code: 'required' }])
    await withPin()
    expect(await codeOf(null, PIN)).toBe(200)
  })

  test('is refused for a day after 20 wrong PINs of any customers, with one alarm, and elsewhere accepted', async () => {
    await setStorePin(OTHER, '222222')
    const alarms: unknown[] = []
    server.deps.log.error = (about: unknown) => alarms.push(about)
    const guesses = await guess(STAFF_PIN_STORE_TRIES, STORE)
    expect(new Set(guesses)).toEqual(new Set(['STAFF_PIN_WRONG']))
    expect(alarms).toEqual([expect.objectContaining({ scope: 'store:1', failures: STAFF_PIN_STORE_TRIES })])
    expect(JSON.stringify(alarms)).not.toContain('000000')
    expect(await codeOf(STORE, '111111')).toBe('STAFF_PIN_LOCKED')
    const shown = (await organiser(server)('store', 'pins')).out
    expect(shown).toContain(`LOCKED  ${STORE}: 20 of 20 wrong PINs`)
    expect((await organiser(server)('doctor')).out).toContain(`warn  wrong PINs: ${STORE}: 20 of 20`)
    expect(await codeOf(OTHER, '222222')).toBe(200)
    server.clock.advance(STAFF_PIN_WINDOW_MS)
    const late = await server.signIn()
    await create(late)
    await approve(late)
    expect(await codeOf(STORE, '111111', late)).toBe(200)
  })

  test('is refused for a day at most, also if the clock is set back', async () => {
    const failures = STAFF_PIN_STORE_TRIES
    await insert(server, 'wrong_pins', {
      scope: 'store:1',
      failures,
      since: server.clock.now() + STAFF_PIN_WINDOW_MS - 1,
    })
    expect(await codeOf(STORE, '111111')).toBe('STAFF_PIN_LOCKED')
    server.clock.advance(-1)
    expect(await codeOf(STORE, '111111')).toBe(200)
  })

  test('counts wrong PINs at all stores together for the campaign’s limit', async () => {
    await setStorePin(OTHER, '222222')
    const since = server.clock.now()
    await insert(server, 'wrong_pins', { scope: 'campaign', failures: STAFF_PIN_CAMPAIGN_TRIES - 1, since })
    expect(await guess(1, STORE)).toEqual(['STAFF_PIN_WRONG'])
    expect(await codeOf(OTHER, '222222')).toBe('STAFF_PIN_LOCKED')
  })

  test('cannot be guessed beyond the limit by many customers at the same time', async () => {
    const customers = await Promise.all(Array.from({ length: 30 }, () => server.signIn()))
    for (const who of customers) {
      await create(who)
      await approve(who)
    }
    const answers = await Promise.all(customers.map(who => codeOf(STORE, '000000', who)))
    expect(answers.filter(one => one === 'STAFF_PIN_WRONG')).toHaveLength(STAFF_PIN_STORE_TRIES)
    expect(answers.filter(one => one === 'STAFF_PIN_LOCKED')).toHaveLength(10)
  })

  test('a new PIN unlocks the store, and no other one', async () => {
    await guess(STAFF_PIN_STORE_TRIES, STORE)
    await setStorePin(OTHER, '222222')
    const exhausted = { scope: 'store:2', failures: STAFF_PIN_STORE_TRIES, since: server.clock.now() }
    await insert(server, 'wrong_pins', exhausted)
    await setStorePin(STORE, '333333')
    expect(await codeOf(OTHER, '222222')).toBe('STAFF_PIN_LOCKED')
    expect(await codeOf(STORE, '333333')).toBe(200)
  })
})

test('a scanned code records the use of a reward without a PIN, even while PINs are refused', async () => {
  await create()
  await approve()
  const since = server.clock.now()
  await insert(server, 'wrong_pins', { scope: 'campaign', failures: STAFF_PIN_CAMPAIGN_TRIES, since })
  const { payload } = (await somchai.call('getRewardQr')).body
  const scan = (...words: string[]) => organiser(server)('qr', 'use', payload, ...words)
  expect((await scan('car')).err).toContain('TYPE: the campaign has no reward "car"')
  expect((await scan('receipt', '--store', 'XX-1')).err).toContain('--store')
  expect((await scan('receipt', '--store', 'BD-10-002')).out).toMatch(/voucher code [2-9A-Z]{4}-[2-9A-Z]{4}/)
  expect((await scan('receipt')).err).toContain('already used')
  expect(await stateOf('receipt')).toBe('used')
  server.clock.advance(5 * 60_000)
  const outdated = await scan('welcome')
  expect([outdated.code, await stateOf('welcome')]).toEqual([1, 'available'])
})

describe('the PINs of all stores', () => {
  const STORE = 'BD-10-001'
  let file: string
  beforeEach(async () => {
    file = join(await testFolder(), 'pins.csv')
  })

  /**
   * Runs `store pins --create`, and `happen` just before its transaction. Returns the output, the PINs in the file, and
   * the progress.
   */
  async function createPins(happen: () => Promise<unknown>, ...more: string[]) {
    const progress: string[] = []
    const db = meanwhile(server.db, async () => {
      progress.push('transaction')
      await happen()
    })
    const run = organiser(server, [], {
      open: async () => ({ ...server.deps, db, close: async () => {} }),
      progress: () => ({ step: () => progress.push('PIN'), end: () => undefined }),
    })
    const { code, out } = await run('store', 'pins', '--create', file, ...more)
    expect(code).toBe(0)
    const text = await readFile(file, 'utf8')
    const pins = new Map(
      [...text.matchAll(/^"?([\w-]+)"?,.*"=""(\d{6})"""\r?$/gm)].map(([, store, pin]) => [store, pin]),
    )
    return { out, pins, progress }
  }
  const hashes = () =>
    server.db
      .selectFrom('store_pin')
      .innerJoin('store', 'store.id', 'store_pin.store_id')
      .select(['code', 'pin_hash'])
      .execute()

  test('are all hashed before the transaction, so a customer’s write does not wait for them', async () => {
    const stored: number[] = []
    const { pins, progress } = await createPins(async () => {
      expect((await somchai.call('createReward', { body: {} })).status).toBe(200)
      stored.push((await hashes()).length)
    })
    expect(pins.size).toBeGreaterThan(1)
    expect(progress).toEqual([...[...pins].map(() => 'PIN'), 'transaction'])
    expect(stored).toEqual([0])
    for (const { code, pin_hash } of await hashes())
      expect([code, await verifyPin(pins.get(code) ?? '', pin_hash)]).toEqual([code, true])
    expect(await hashes()).toHaveLength(pins.size)
  })

  test('are those of the stores without one when they are stored, also if a PIN or a store came meanwhile', async () => {
    const { id, ...like } = await rowOf(server, 'store', { code: STORE })
    const { pins } = await createPins(async () => {
      expect((await organiser(server, ['111111'])('store', 'pin', STORE)).code).toBe(0)
      await insert(server, 'store', { ...like, id: id + 100_000, code: 'NEW-1' })
    })
    expect([pins.has(STORE), pins.has('NEW-1')]).toEqual([false, true])
    for (const { code, pin_hash } of await hashes())
      expect([code, await verifyPin(pins.get(code) ?? '111111', pin_hash)]).toEqual([code, true])
    expect(await hashes()).toHaveLength(pins.size + 1)
  })
})
