import { beforeEach, describe, expect, test } from 'vitest'
import { digestTexts } from '#campaign/digest-message.ts'
import { messageTexts } from '#campaign/messages.ts'
import { type Lang, langs } from '#contract/languages.ts'
import { type MessageKind, messageKinds } from '#contract/message-groups.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { rejectReceipt } from '#server/campaign/receipts/review.ts'
import { advanceMailings } from '#server/mailings/advance.ts'
import { enqueueReminders } from '#server/mailings/remind.ts'
import { enqueueMessages } from '#server/message-queue/enqueue.ts'
import { couponSubject, deadlineSubject } from '#server/message-queue/subjects.ts'
import { campaignOf, newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { sendingServer } from '#tests/kit/sending.ts'
import { eachTest, insert, update } from '#tests/kit/server.ts'

const world = eachTest(sendingServer)
const now = () => world.server.clock.now()
const speaks = (language: Lang | null) => update(world.server, 'customer', { language })
const SOON = 36 * HOUR_MS

/** Creates everything that a message can be about. Returns the subject for each kind of message. */
async function history(): Promise<Readonly<Record<MessageKind, string>>> {
  const { server, me } = world
  await server.call('createReward', { token: me.token, body: {} })
  const [approved = ''] = await world.approve(1)
  const { body } = await sendReceipt(server, me, { receiptNo: 'ML-REJECTED' })
  await rejectReceipt(server.db, body.id, { reason: 'BLURRY', note: null }, now())
  const decided = await world.rows()
  await server.db.deleteFrom('message').execute()
  const subjectOf = (kind: MessageKind) => decided.find(row => row.kind === kind)?.subject ?? approved
  const { draw_id } = await campaignOf(server)
  const confirmBy = now() + SOON
  await setCampaign(server, { announced_at: now(), confirm_by: confirmBy })
  await update(server, 'reward_kind', { closes_at: now() + SOON }, { reward_type: 'welcome' })
  const draw = draw_id ?? ''
  return {
    'receipt-approved': subjectOf('receipt-approved'),
    'receipt-rejected': subjectOf('receipt-rejected'),
    'receipt-waiting': newKey(),
    won: draw,
    'not-won': draw,
    reserve: draw,
    'reserve-promoted': deadlineSubject(draw, confirmBy),
    'confirm-deadline': deadlineSubject(draw, confirmBy),
    'seat-confirmed': draw,
    'coupon-expiring': couponSubject([{ rewardType: 'welcome', closesAt: now() + SOON }]),
    'campaign-closing': String((await campaignOf(server)).closes_at),
  }
}

const states: Partial<Record<MessageKind, string>> = {
  won: 'won',
  'reserve-promoted': 'won',
  'confirm-deadline': 'won',
  'seat-confirmed': 'confirmed',
  reserve: 'reserve',
}

describe.each([
  ['th', 'th'],
  ['en', 'en'],
  [null, 'th'],
] as const)('to a customer whose app is in %s', (language, shown) => {
  test.each(messageKinds)('"%s" is one card, in one language, whose preview says the same', async kind => {
    const { server, me } = world
    const subjects = await history()
    await update(server, 'reward', { draw_state: states[kind] ?? 'entered', draw_rank: 1 })
    await server.call('giveMarketingConsent', { token: me.token, key: newKey(), body: {} })
    await speaks(language)
    const message = { kind, subject: subjects[kind], customer_id: me.customerId, dueAt: now() }
    await enqueueMessages(server.db, [message], now())
    expect(await world.send()).toBe(1)
    const [sent] = world.emulator.botMessages()
    expect(sent?.messages).toHaveLength(1)
    const card = sent?.messages[0]?.message ?? {}
    const other = shown === 'th' ? 'en' : 'th'
    const { title } = messageTexts[kind][shown]
    expect(card).toMatchObject({ type: 'flex', altText: expect.stringMatching(`^${title}: `) })
    const text = JSON.stringify(card)
    for (const part of ['title', 'button'] as const) {
      expect(text).toContain(messageTexts[kind][shown][part])
      expect(text).not.toContain(messageTexts[kind][other][part])
    }
    expect(text.split(`"${title}"`)).toHaveLength(2)
  })

  test('several decisions are one card, in one language', async () => {
    await world.approve(2)
    await speaks(language)
    world.server.clock.advance(MINUTE_MS)
    await world.send()
    const [sent] = world.emulator.botMessages()
    expect(sent?.messages).toMatchObject([{ message: { type: 'flex' } }])
    const text = JSON.stringify(sent?.messages)
    const named = langs.filter(lang => text.includes(digestTexts[lang].title(2)))
    expect(named).toEqual([shown])
  })
})

describe('the server learns the language', () => {
  const stored = async () =>
    (await world.server.db.selectFrom('customer').select('language').executeTakeFirstOrThrow()).language
  const visit = (tag: string) =>
    world.me.call('visit', {
      headers: { 'Accept-Language': tag },
      body: { lineUserId: world.me.user.userId, lineDisplayName: 'ก' },
    })

  test.each([
    ['th', 'th'],
    ['en', 'en'],
    ['en-US,en;q=0.9,th;q=0.8', 'en'],
    ['th-TH', 'th'],
    ['ja', 'th'],
    ['', 'th'],
    ['"; drop table', 'th'],
  ])('from the app that shows "%s"', async (tag, language) => {
    await speaks('th')
    expect((await visit(tag)).status).toBe(200)
    expect(await stored()).toBe(language)
  })

  test('also after the end of the campaign, because winners get messages then', async () => {
    await setCampaign(world.server, { mode: 'ended' })
    await visit('en')
    expect(await stored()).toBe('en')
  })

  test('and forgets it when the customer leaves', async () => {
    await visit('en')
    await world.me.call('cancel', { key: newKey(), body: { confirm: true } })
    expect(await stored()).toBeNull()
  })
})

describe('coupons that end soon', () => {
  const types = ['welcome', 'answer', 'receipt', 'gift']

  /** Gives the customer four coupons. Each closes this many milliseconds from now. */
  async function coupons(closes: readonly number[]) {
    const { server, me } = world
    await server.call('createReward', { token: me.token, body: {} })
    await server.db.updateTable('reward_kind').set({ closes_at: null }).execute()
    for (const [n, reward_type] of types.entries())
      await update(
        server,
        'reward_kind',
        { unlocked_by: 'registered', closes_at: now() + (closes[n] ?? 0), title_en: `Coupon ${reward_type}` },
        { reward_type },
      )
    return types
  }
  async function serve(): Promise<void> {
    await enqueueReminders(world.server.deps)
    while ((await advanceMailings(world.server.deps)) > 0);
    while ((await world.send()) > 0);
  }
  beforeEach(async () => {
    await speaks('en')
    await world.at('12:00')
  })

  test('are one message that names them all, with the end of each', async () => {
    await coupons([SOON, SOON, SOON + HOUR_MS, 2 * DAY_MS + HOUR_MS])
    await serve()
    world.server.clock.advance(HOUR_MS)
    await serve()
    expect(world.inLine()).toHaveLength(1)
    for (const type of types) expect(world.inLine()[0]).toContain(`Coupon ${type}: you can use it until`)
  })

  test('are named as long as they can be used', async () => {
    const [first = '', second] = await coupons([SOON, SOON, SOON, SOON])
    await enqueueReminders(world.server.deps)
    while ((await advanceMailings(world.server.deps)) > 0);
    const use = { reward_type: first, code: 'x', store_id: null, used_at: now() }
    await insert(world.server, 'reward_use', { ...use, customer_id: world.me.customerId })
    await world.send()
    expect(world.inLine()[0]).not.toContain(`Coupon ${first}:`)
    expect(world.inLine()[0]).toContain(`Coupon ${second}:`)
  })

  test('are not named again when one more ends later', async () => {
    const [first, , , last] = await coupons([SOON, SOON, SOON, 9 * DAY_MS])
    await serve()
    world.server.clock.advance(8 * DAY_MS)
    await serve()
    const messages = world
      .inLine()
      .map(text => [first, last].filter(type => text.includes(`Coupon ${type}:`)))
    expect(messages).toEqual([[first], [last]])
  })

  test('a multicast of an unknown outcome is not repeated to a customer who has used one of them', async () => {
    const { server, me } = world
    const [first = ''] = await coupons([SOON, SOON, SOON, SOON])
    const other = await server.signIn({ userId: 'U7c1d2e3f40516273849506a7b8c9d0e1', displayName: 'ข' })
    await server.call('createReward', { token: other.token, body: {} })
    await speaks('en')
    await enqueueReminders(server.deps)
    while ((await advanceMailings(server.deps)) > 0);
    await world.send(async () => {
      throw new TypeError('fetch failed')
    })
    const use = { reward_type: first, code: 'x', store_id: null, used_at: now() }
    await insert(server, 'reward_use', { ...use, customer_id: me.customerId })
    server.clock.advance(HOUR_MS)
    while ((await world.send()) > 0);
    expect(world.emulator.botMessages().map(({ delivered }) => delivered)).toEqual([[other.user.userId]])
  })
})
