import { beforeEach, describe, expect, test } from 'vitest'
import type { SetUpChange } from '#contract/desk/set-up.ts'
import { DAY_MS, HOUR_MS, isoOf } from '#contract/time.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, rowOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'
import { change, effectsOf, preview, seenBy } from '#tests/kit/set-up.ts'
import { announceWinners } from '#tests/kit/winners.ts'

let mali: Awaited<ReturnType<Awaited<ReturnType<typeof testDesk>>['join']>>
let now: number
const server = eachTest(testServer)
beforeEach(async () => {
  mali = await (await testDesk(server)).join('manager', 'Mali')
  now = server.clock.now()
})

type Set = Extract<SetUpChange, { kind: 'reward' }>['set']
const reward = (rewardType: string, set: Set) => ({ kind: 'reward', rewardType, set }) as const
const kind = (type: string) => rowOf(server, 'reward_kind', { reward_type: type })
const times = (type: string, opens_at: number | null, closes_at: number | null) =>
  update(server, 'reward_kind', { opens_at, closes_at }, { reward_type: type })
const refusal = async (type: string, set: Set) => (await preview(mali, reward(type, set))).body.refusal
const effects = async (type: string, set: Set) => effectsOf(await preview(mali, reward(type, set)))
const itemOf = async ({ token }: SignedIn, type: string) =>
  (await server.call('getReward', { token })).body.items.find(({ rewardType }) => rewardType === type)
const join = async () => {
  const who = await server.signIn()
  await server.call('createReward', { token: who.token, body: {} })
  return who
}

describe('texts', () => {
  test('reach the customer, in both languages, and the audit log has them before and after', async () => {
    const who = await join()
    const set = {
      titleTh: 'คูปองใหม่',
      titleEn: 'New coupon',
      textTh: null,
      conditionsTh: ['คนละ 1 ใบ'],
      conditionsEn: ['One each'],
    }
    const { body } = await change(mali, reward('welcome', set))
    expect(body.rewards.find(({ type }) => type === 'welcome')).toMatchObject({
      title: { th: 'คูปองใหม่', en: 'New coupon' },
      text: { th: null },
      conditions: { th: ['คนละ 1 ใบ'], en: ['One each'] },
    })
    const item = await itemOf(who, 'welcome')
    expect(item).toMatchObject({ titleTh: 'คูปองใหม่', titleEn: 'New coupon', conditionsTh: ['คนละ 1 ใบ'] })
    expect(item).not.toHaveProperty('textTh')
    const [entry] = (await mali.call('audit')).body.entries
    expect(entry).toMatchObject({ action: 'desk set-up reward' })
    expect(JSON.parse(String(entry?.detail))).toMatchObject({
      rewardType: 'welcome',
      titleTh: { from: 'คูปองต้อนรับสมาชิกใหม่', to: 'คูปองใหม่' },
    })
  })

  test('the preview names who holds the reward, who has used it, and what only a new build changes', async () => {
    const [somchai] = [await join(), await join(), await join()]
    await update(server, 'reward_kind', { needs_staff: 0 })
    await server.call('useReward', {
      token: somchai.token,
      body: { rewardType: 'welcome' },
      key: crypto.randomUUID(),
    })
    const shown = await preview(
      mali,
      reward('welcome', { titleTh: 'คูปองใหม่', conditionsTh: ['ก'], conditionsEn: ['a'] }),
    )
    expect(effectsOf(shown)).toEqual({
      'reward-seen': 3,
      'reward-held': 2,
      'reward-promised': 2,
      'reward-users': 1,
    })
    expect(shown.body.differences).toEqual([
      { field: 'titleTh', from: 'คูปองต้อนรับสมาชิกใหม่', to: 'คูปองใหม่' },
      { field: 'conditionsTh', from: 'คนละ 1 ครั้ง', to: 'ก' },
      { field: 'conditionsEn', from: 'Once per person', to: 'a' },
    ])
    // Home and the terms show the tote bag with the texts of the app's build.
    expect(await effects('gift', { titleTh: 'ถุงผ้า' })).toEqual({
      'reward-seen': 3,
      'reward-not-held': null,
      'reward-in-build': null,
    })
  })

  test('are refused if the languages differ in their conditions, and if they are empty or too long', async () => {
    expect(await refusal('gift', { conditionsTh: ['ก', 'ข'] })).toMatchObject({ code: 'REWARD_CONDITIONS' })
    expect(await refusal('gift', { conditionsTh: ['ก'], conditionsEn: [] })).toBeNull()
    expect(await refusal('gift', { titleTh: 'ของที่ระลึกจำนวนจำกัด' })).toMatchObject({ code: 'NOTHING' })
    expect(await refusal('nothing', { titleTh: 'ก' })).toMatchObject({ code: 'REWARD_UNKNOWN' })
    for (const titleTh of ['', 'ก'.repeat(201), 'ก\nข'])
      expect((await preview(mali, reward('gift', { titleTh }))).error.error).toBe('VALIDATION')
  })
})

describe('times', () => {
  test('a later end is for those who hold the reward, and an ended one can be used again', async () => {
    await times('welcome', null, now + DAY_MS)
    const who = await join()
    expect(await effects('welcome', { closesAt: now + 3 * DAY_MS })).toMatchObject({ 'reward-longer': 1 })
    server.clock.advance(DAY_MS)
    mali = await (await testDesk(server)).join('manager', 'Mali')
    now = server.clock.now()
    expect(await itemOf(who, 'welcome')).toMatchObject({ state: 'expired' })
    expect(await effects('welcome', { closesAt: null })).toMatchObject({ 'reward-again': 1 })
    await change(mali, reward('welcome', { closesAt: null }))
    expect(await itemOf(who, 'welcome')).toMatchObject({ state: 'available', closesAt: null })
  })

  test('an end in the past is refused, also if no customer holds the reward', async () => {
    await times('welcome', null, now + DAY_MS)
    for (const closesAt of [now, now - DAY_MS])
      expect(await refusal('welcome', { closesAt })).toMatchObject({ code: 'REWARD_END_PAST' })
    await join()
    expect(await refusal('welcome', { closesAt: now })).toMatchObject({ code: 'REWARD_END_PAST' })
    await times('welcome', null, now - 2 * DAY_MS)
    expect(await refusal('welcome', { closesAt: now - DAY_MS })).toMatchObject({ code: 'REWARD_END_PAST' })
    // The texts of a reward that has ended can still be changed.
    expect(await refusal('welcome', { titleTh: 'ก' })).toBeNull()
  })

  test('an earlier end leaves two days to those who hold the reward, and names them', async () => {
    await times('welcome', null, now + 30 * DAY_MS)
    expect(await refusal('welcome', { closesAt: now + HOUR_MS })).toBeNull()
    await join()
    expect(await refusal('welcome', { closesAt: now + 2 * DAY_MS - 1 })).toEqual({
      code: 'REWARD_NOTICE',
      values: { count: 1, days: 2 },
    })
    const { error } = await change(mali, reward('welcome', { closesAt: now + HOUR_MS }))
    expect(error).toMatchObject({ error: 'REFUSED', detail: 'REWARD_NOTICE' })
    expect(Number((await kind('welcome')).closes_at)).toBe(now + 30 * DAY_MS)
    expect(await effects('welcome', { closesAt: now + 2 * DAY_MS })).toMatchObject({ 'reward-shorter': 1 })
    await times('welcome', null, null)
    expect(await refusal('welcome', { closesAt: now + HOUR_MS })).toMatchObject({ code: 'REWARD_NOTICE' })
  })

  test('a beginning that has passed stays; a future one can move, and leaves two days as well', async () => {
    await join()
    for (const opensAt of [null, now - 1, now]) {
      await times('welcome', opensAt, null)
      expect(await refusal('welcome', { opensAt: now + DAY_MS })).toMatchObject({ code: 'REWARD_OPENED' })
    }
    await times('welcome', now + DAY_MS, now + 5 * DAY_MS)
    expect(await effects('welcome', { opensAt: now + 2 * DAY_MS })).toMatchObject({ 'reward-later': 1 })
    expect(await effects('welcome', { opensAt: now + HOUR_MS })).toMatchObject({ 'reward-sooner': 1 })
    expect(await effects('welcome', { opensAt: null })).toMatchObject({ 'reward-opens-now': 1 })
    expect(await refusal('welcome', { opensAt: now + 4 * DAY_MS })).toMatchObject({ code: 'REWARD_NOTICE' })
    expect(await refusal('welcome', { opensAt: now + 5 * DAY_MS })).toMatchObject({ code: 'REWARD_TIMES' })
  })
})

describe('who holds a reward', () => {
  const later = { closesAt: Date.parse('2029-12-31T23:59:59+07:00') }

  test('customers with an approved receipt', async () => {
    const who = await join()
    expect(await effects('gift', later)).toHaveProperty('reward-not-held')
    const { body } = await sendReceipt(server, who)
    await organiser(server)('receipts', 'approve', body.id)
    expect(await effects('gift', later)).toMatchObject({ 'reward-held': 1 })
  })

  test('winners who confirmed a prize that is not sent, and those who did not win, after the announcement', async () => {
    const [confirmed] = await announceWinners(server, ['confirmed', 'won', 'confirmed', 'none', 'entered'])
    expect(await effects('concert', later)).toMatchObject({ 'reward-held': 1 })
    // Simulates that the customer was erased after confirming. The winner's row keeps the confirmation.
    const { customerId: id } = confirmed as SignedIn
    await update(server, 'customer', { status: 'cancelled' }, { id })
    expect(await effects('concert', later)).toHaveProperty('reward-not-held')
    await update(server, 'customer', { status: 'registered' }, { id })
    expect(await effects('consolation', later)).toMatchObject({ 'reward-held': 2, 'reward-longer': 2 })
    expect(await effects('consolation', later)).not.toHaveProperty('reward-seen')
    await setCampaign(server, { announced_at: now + 1 })
    expect(await effects('concert', later)).toHaveProperty('reward-not-held')
    expect(await effects('consolation', later)).toHaveProperty('reward-not-held')
  })
})

describe('two people', () => {
  test('change the same rewards: the second is refused, also after a command', async () => {
    const given = reward('gift', { titleTh: 'ถุงผ้า' })
    const seen = await seenBy(mali, given)
    const run = organiser(server)
    expect(await run('reward', 'set', 'welcome', '--title-en', 'Hello')).toMatchObject({ code: 0 })
    const { error } = await mali.call('changeSetUp', { body: { change: given, seen } })
    expect(error.error).toBe('CHANGED')
    expect((await change(mali, given)).status).toBe(200)
  })
})

describe('reward set', () => {
  test('changes texts and times with the same rules, and records them', async () => {
    const who = await join()
    const run = organiser(server)
    const closes = isoOf(now + 60 * DAY_MS)
    const texts = ['--text', '', '--condition', 'คนละ 1 ใบ', '--condition-en', 'One each']
    expect(
      await run('reward', 'set', 'welcome', '--title', 'คูปอง', ...texts, '--closes', closes),
    ).toMatchObject({
      code: 0,
      out: expect.stringContaining('Customers who hold it unused: 1.'),
    })
    expect(await itemOf(who, 'welcome')).toMatchObject({
      titleTh: 'คูปอง',
      conditionsEn: ['One each'],
      closesAt: closes,
    })
    expect((await kind('welcome')).text_th).toBeNull()
    const entry = await rowOf(server, 'audit', { action: 'reward set' })
    expect(JSON.parse(entry.detail)).toMatchObject({ titleTh: { to: 'คูปอง' }, holders: 1 })
    expect(await run('reward', 'set', 'welcome', '--closes', isoOf(now + HOUR_MS))).toMatchObject({
      code: 1,
      err: expect.stringContaining('must still have 2 days'),
    })
    expect(await run('reward', 'set', 'welcome', '--closes', 'none', '--condition', '')).toMatchObject({
      code: 1,
    })
    expect(await run('reward', 'set', 'welcome', '--closes', 'none')).toMatchObject({ code: 0 })
    expect((await kind('welcome')).closes_at).toBeNull()
  })

  test('a dry run stores nothing, and mistakes are named', async () => {
    const run = organiser(server)
    expect(await run('reward', 'set', 'gift', '--title', 'ถุงผ้า', '--dry-run')).toMatchObject({ code: 0 })
    expect((await kind('gift')).title_th).toBe('ของที่ระลึกจำนวนจำกัด')
    expect((await run('reward', 'set', 'gift')).err).toContain('Nothing to set')
    expect((await run('reward', 'set', 'gift', '--title', '')).err).toContain(
      '--title: must be a single line',
    )
    expect((await run('reward', 'set', 'bag', '--title', 'ก')).err).toContain('TYPE: must be one of welcome')
  })
})
