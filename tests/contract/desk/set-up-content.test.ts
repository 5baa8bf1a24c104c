import { describe, expect, test } from 'vitest'
import type { SetUpChange } from '#contract/desk/set-up.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { beaconAt } from '#tests/kit/draw.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'
import { change, effectsOf, preview, seenBy } from '#tests/kit/set-up.ts'

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const mali = eachTest(() => desk.join('manager', 'Mali'))

const refusalOf = async (given: SetUpChange) => (await preview(mali, given)).body.refusal

describe('rewards', () => {
  const stock = (total: number, rewardType = 'welcome') => ({ kind: 'stock', rewardType, total }) as const

  /** Lets a customer use the welcome coupon. */
  async function use() {
    const who = await server.signIn()
    await server.call('createReward', { token: who.token, body: {} })
    const used = await server.call('useReward', {
      token: who.token,
      body: { rewardType: 'welcome' },
      key: crypto.randomUUID(),
    })
    if (used.status !== 200) throw new Error(used.text)
  }

  const welcome = async () => (await mali.call('setUp')).body.rewards.find(({ type }) => type === 'welcome')

  test('the stock is all pieces, and can never be below what customers have used', async () => {
    await use()
    await use()
    expect(await welcome()).toMatchObject({ total: null, used: 2 })
    expect(await refusalOf(stock(1))).toEqual({ code: 'STOCK_USED', values: { used: 2 } })
    expect((await change(mali, stock(1))).error).toMatchObject({ error: 'REFUSED', detail: 'STOCK_USED' })
    await change(mali, stock(5))
    expect(await welcome()).toMatchObject({ total: 5, used: 2 })
    expect((await organiser(server)('reward', 'stock', 'welcome', '9')).out).toContain('(before: 3)')
  })

  test('a use by a customer after the preview is neither lost nor a reason to refuse', async () => {
    await change(mali, stock(5))
    const given = stock(10)
    const seen = await seenBy(mali, given)
    await use()
    expect((await mali.call('changeSetUp', { body: { change: given, seen } })).status).toBe(200)
    expect(await welcome()).toMatchObject({ total: 10, used: 1 })
    await expect(
      server.db
        .selectFrom('reward_stock')
        .select('remaining')
        .where('reward_type', '=', 'welcome')
        .executeTakeFirst(),
    ).resolves.toEqual({ remaining: 9 })
  })

  test('says for how many customers the stock is enough', async () => {
    await use()
    for (let customer = 0; customer < 3; customer++) await server.signIn()
    expect(effectsOf(await preview(mali, stock(3)))).toEqual({
      'stock-left': 2,
      'stock-eligible': 3,
      'stock-short': 1,
    })
    expect(effectsOf(await preview(mali, stock(1)))).toEqual({ 'stock-out': null, 'stock-eligible': 3 })
    // A gift requires an approved receipt, and none of these customers has one.
    expect(effectsOf(await preview(mali, stock(2, 'gift')))).toEqual({ 'stock-left': 2 })
    expect(effectsOf(await preview(mali, stock(2, 'concert')))).toEqual({ 'stock-left': 2 })
    expect((await refusalOf(stock(2, 'car')))?.code).toBe('REWARD_UNKNOWN')
  })
})

describe('questions', () => {
  const question = {
    kind: 'question',
    textTh: 'ชอบรสไหน',
    textEn: 'Which taste?',
    choices: [
      { th: 'ลิ้นจี่', en: 'Lychee' },
      { th: 'ส้ม', en: 'Orange' },
    ],
    maxLength: 100,
    opensAt: null,
    closesAt: null,
  } as const satisfies SetUpChange
  const questions = async () => (await mali.call('setUp')).body.questions

  test('a new question replaces the one that customers see, who can still answer the former one', async () => {
    const who = await server.signIn()
    const before = (await questions()).find(({ isShown }) => isShown)
    const shown = await preview(mali, question)
    expect(shown.body.effects.map(({ kind, text }) => [kind, text])).toEqual([
      ['question-shown', 'ชอบรสไหน'],
      ['question-replaced', before?.text.th],
    ])
    await change(mali, question)
    const seen = (await server.call('question', { token: who.token })).body
    expect(JSON.stringify(seen)).toContain('ลิ้นจี่')
    expect((await questions()).filter(({ isShown }) => isShown)).toMatchObject([
      { text: { th: 'ชอบรสไหน', en: 'Which taste?' }, state: 'open', answers: 0 },
    ])
  })

  test('a question for later stays hidden, and can be given other times', async () => {
    const now = server.clock.now()
    const later = { ...question, opensAt: now + DAY_MS, closesAt: now + 2 * DAY_MS }
    expect(effectsOf(await preview(mali, later))).toEqual({ 'question-later': null })
    await change(mali, later)
    const id = (await questions()).find(({ state }) => state === 'later')?.id ?? ''
    await change(mali, { kind: 'question-times', id, opensAt: null })
    expect((await questions()).find(one => one.id === id)).toMatchObject({ state: 'open', isShown: true })
    expect((await refusalOf({ kind: 'question-times', id, opensAt: now + DAY_MS }))?.code).toBe(
      'QUESTION_OPENED',
    )
  })

  test('closing a question counts its answers and names the question that is shown instead', async () => {
    const who = await server.signIn()
    const shown = (await questions()).find(({ isShown }) => isShown)
    const id = shown?.id ?? ''
    const body = { questionId: id, Answer: 'แม่' }
    await server.call('postAnswer', { token: who.token, body, key: crypto.randomUUID() })
    const given = { kind: 'question-times', id, closesAt: 'now' } as const
    expect(effectsOf(await preview(mali, given))).toEqual({
      'question-answers': 1,
      'question-ends-now': null,
      'question-none': null,
    })
    server.clock.advance(1)
    await change(mali, given)
    const late = await server.call('postAnswer', { token: who.token, body, key: crypto.randomUUID() })
    expect(late.error.error).toBe('QUESTION_CLOSED')
  })

  test('the command line closes a question with the same rules', async () => {
    const cli = organiser(server)
    const id = (await questions()).find(({ isShown }) => isShown)?.id ?? ''
    server.clock.advance(1)
    expect((await cli('question', 'times', id)).err).toContain('Nothing to set')
    const opens = new Date(server.clock.now() + HOUR_MS).toISOString()
    expect((await cli('question', 'times', id, '--opens', opens)).err).toContain('has already opened')
    expect((await cli('question', 'times', 'x', '--closes', 'now')).err).toContain(
      'no question has the id "x"',
    )
    expect((await cli('question', 'times', id, '--closes', 'now')).code).toBe(0)
    expect((await questions()).find(one => one.id === id)).toMatchObject({ state: 'closed', isShown: false })
  })

  test('is refused with one choice, the same choice twice, half the English texts, or times in the wrong order', async () => {
    const now = server.clock.now()
    const code = async (more: object) => (await refusalOf({ ...question, ...more }))?.code
    expect(await code({ choices: [{ th: 'ก', en: null }] })).toBe('QUESTION_CHOICES')
    const twice = [
      { th: 'ก', en: null },
      { th: 'ก', en: null },
    ]
    expect(await code({ choices: twice })).toBe('QUESTION_CHOICES')
    const half = [
      { th: 'ก', en: 'A' },
      { th: 'ข', en: null },
    ]
    expect(await code({ choices: half })).toBe('QUESTION_CHOICES')
    expect(await code({ opensAt: now + HOUR_MS, closesAt: now })).toBe('QUESTION_TIMES')
    expect(await code({ maxLength: 0 })).toBe('BOUNDS')
    const unknown = { kind: 'question-times', id: crypto.randomUUID(), closesAt: 'now' } as const
    expect((await refusalOf(unknown))?.code).toBe('QUESTION_UNKNOWN')
  })
})

describe('terms', () => {
  test('a new version counts who is asked again, and warns that the text has not changed', async () => {
    await server.signIn()
    await server.signIn()
    const shown = await preview(mali, { kind: 'terms', terms: '2027-01' })
    expect(shown.body.differences).toEqual([{ field: 'terms', from: '2026-11', to: '2027-01' }])
    expect(effectsOf(shown)).toEqual({ 'asked-again': 2, 'text-same': 'terms' })
    await change(mali, { kind: 'terms', terms: '2027-01' })
    const who = await server.signIn()
    const { documents } = (await mali.call('setUpTerms')).body
    const terms = documents.find(({ document }) => document === 'terms')
    expect(terms).toMatchObject({ agreed: 1, asked: 2 })
    expect(terms?.history.map(({ version, customers }) => [version, customers]).toSorted()).toEqual([
      ['2026-11', 2],
      ['2027-01', 1],
    ])
    expect((await server.call('getCustomer', { token: who.token })).status).toBe(200)
    expect((await organiser(server)('terms', 'show')).out).toContain('2027-01')
  })

  test('the version that exists, and no version, are refused', async () => {
    await change(mali, { kind: 'terms', privacy: '2027-01' })
    expect(await refusalOf({ kind: 'terms', privacy: '2027-01' })).toMatchObject({ code: 'VERSION_SAME' })
    expect((await refusalOf({ kind: 'terms' }))?.code).toBe('NOTHING')
    expect((await preview(mali, { kind: 'terms', terms: '2027-02' })).body.effects).toContainEqual(
      expect.objectContaining({ kind: 'asked-none' }),
    )
  })
})

describe('prizes', () => {
  const prizes = (reserves: number) => ({ kind: 'prizes', reserves }) as const
  const stored = async () => (await mali.call('setUp')).body.prizes

  test('before the promise they can become those that the app shows, with any number of reserves', async () => {
    await update(server, 'draw', { prizes: '[{"titleTh":"เก่า","count":1}]' })
    expect(await stored()).toMatchObject({ isSame: false, reserves: 0, state: 'open' })
    await server.signIn()
    const shown = await preview(mali, prizes(7))
    expect(shown.body.differences).toMatchObject([
      { field: 'prizes', from: '1 × เก่า' },
      { field: 'reserves', from: 0, to: 7 },
    ])
    expect(effectsOf(shown)).toEqual({ 'prizes-public': 1 })
    await change(mali, prizes(7))
    expect(await stored()).toMatchObject({ isSame: true, reserves: 7 })
    expect((await refusalOf(prizes(7)))?.code).toBe('NOTHING')
    expect((await refusalOf(prizes(1_000_001)))?.code).toBe('PRIZES_DIFFER')
  })

  test('after the promise and after the seal they are refused, with the time', async () => {
    await change(mali, prizes(7))
    const promise = ['--beacon', 'lottery', '--beacon-at', new Date(await beaconAt(server)).toISOString()]
    const cli = organiser(server, [], { advertised: desk.deps.advertised })
    expect((await cli('draw', 'commit', ...promise)).err).toBe('')
    const at = server.clock.now()
    expect(await refusalOf(prizes(8))).toEqual({ code: 'PRIZES_PROMISED', values: { time: at } })
    await update(server, 'draw', { state: 'sealed', sealed_at: at + 1 })
    expect(await refusalOf(prizes(8))).toEqual({ code: 'PRIZES_SEALED', values: { time: at + 1 } })
    expect((await change(mali, prizes(8))).error.detail).toBe('PRIZES_SEALED')
    expect(await stored()).toMatchObject({ reserves: 7 })
  })
})

test('the number of waiting receipts that name a removed store is shown before the store is removed', async () => {
  const who = await server.signIn()
  await sendReceipt(server, who, { storeId: 1 })
  await sendReceipt(server, who, { storeId: 2 })
  const csv = 'code;chain;nameTh;branch;province\r\nZ-1;ร้าน;ร้านใหม่;แรก;10\r\n'
  const given = { kind: 'stores', fileName: 'stores.csv', csv, only: true } as const
  expect(effectsOf(await preview(mali, given))).toMatchObject({ 'stores-new': 1, 'removed-receipts': 2 })
})
