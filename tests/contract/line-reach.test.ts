import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { approveReceipt } from '#server/campaign/receipts/review.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { runRetention } from '#server/retention/run.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eventOf, FRIEND, lineChat, webhookOf, webhookRequest } from '#tests/kit/line-chat.ts'
import { eachTest, rowsOf } from '#tests/kit/server.ts'

const chat = eachTest(lineChat)
const { server, me } = chat

const reach = () => rowsOf(chat.server, 'line_reach')
const handOvers = () => rowsOf(chat.server, 'line_hand_over')
const friendship = async (state: 'blocked' | 'friend', userId = FRIEND) => {
  chat.emulator.control.friendship({ userId, state })
  await chat.settled()
}
/** Sends an event of the friend as LINE would, with the time at which LINE recorded it. */
const event = async (type: 'follow' | 'unfollow', timestamp: number) => {
  const request = webhookRequest({ body: webhookOf(eventOf({ type, timestamp })) })
  expect((await chat.server.fetch(request)).status).toBe(200)
  await chat.settled()
}
/** Approves a receipt and sends the message about it. Returns the states of all messages, oldest first. */
async function approved() {
  const { body } = await sendReceipt(server, me)
  await approveReceipt(server.db, body.id, server.clock.now(), server.deps.random)
  server.clock.advance(MINUTE_MS)
  await sendDueMessages(server.deps)
  return server.db.selectFrom('message').select(['state', 'reason']).orderBy('created_at').execute()
}

describe('a customer who blocks the account', () => {
  test('gets no messages, and gets later ones after adding the account again', async () => {
    await friendship('blocked')
    expect(await approved()).toEqual([
      { state: 'dropped', reason: 'the customer has blocked the account in LINE' },
    ])
    await friendship('friend')
    expect((await approved()).map(({ state }) => state)).toEqual(['dropped', 'sent'])
    expect(chat.emulator.botMessages()).toMatchObject([{ via: 'push', delivered: [FRIEND] }])
  })

  test('gets messages if LINE has reported nothing', async () =>
    expect(await approved()).toMatchObject([{ state: 'sent' }]))

  test.each([
    ['follow, unfollow', 'unfollow', 0],
    ['unfollow, follow', 'follow', 1],
  ] as const)('is in the right state if %s arrive in the wrong order', async (_, newer, isFollowing) => {
    const now = chat.server.clock.now()
    const older = newer === 'follow' ? 'unfollow' : 'follow'
    await event(newer, now + 2000)
    await event(older, now + 1000)
    expect(await reach()).toMatchObject([{ is_following: isFollowing, changed_at: now + 2000 }])
  })

  test('is in the right state if both events arrive in one webhook or at once', async () => {
    const now = chat.server.clock.now()
    const events = Array.from({ length: 9 }, (_, index) =>
      eventOf({ type: index % 2 === 0 ? 'unfollow' : 'follow', timestamp: now + index }),
    )
    const requests = events.toReversed().map(one => webhookRequest({ body: webhookOf(one) }))
    requests.push(webhookRequest({ body: webhookOf(...events) }))
    await Promise.all(requests.map(request => chat.server.fetch(request)))
    await chat.settled()
    expect(await reach()).toMatchObject([{ is_following: 0, changed_at: now + 8 }])
  })
})

describe('what LINE has reported about a user is erased', () => {
  const sticker = { message: { type: 'sticker', packageId: '446', stickerId: '1988' } }
  beforeEach(async () => {
    await friendship('blocked')
    await friendship('friend')
    await chat.chat(sticker)
    expect([(await reach()).length, (await handOvers()).length]).toEqual([1, 1])
  })

  test('when the customer leaves', async () => {
    await server.call('cancel', { token: me.token, body: { confirm: true } })
    expect([await reach(), await handOvers()]).toEqual([[], []])
  })

  test('when the organiser erases the customer', async () => {
    const run = organiser(chat.server)
    expect((await run('customer', 'erase', chat.me.customerId)).err).toBe('')
    expect([await reach(), await handOvers()]).toEqual([[], []])
  })

  test('with the personal data after the campaign', async () => {
    await setCampaign(server, { announced_at: server.clock.now() })
    server.clock.advance(181 * DAY_MS)
    await runRetention(server.deps, server.clock.now(), { clockIsRight: true })
    expect([await reach(), await handOvers(), await chat.events()]).toEqual([[], [], []])
  })

  test('after 30 days if the user is not a customer; otherwise it stays', async () => {
    const stranger = chat.emulator.scenario().users[1]?.userId ?? ''
    await friendship('friend', stranger)
    await friendship('blocked', stranger)
    expect(await reach()).toHaveLength(2)
    server.clock.advance(30 * DAY_MS)
    const early = await runRetention(server.deps, server.clock.now(), { clockIsRight: true })
    expect(early).toMatchObject({ purged: { webhooks: 0 } })
    server.clock.advance(1)
    const dry = await runRetention(server.deps, server.clock.now(), { dryRun: true, clockIsRight: true })
    const retained = await runRetention(server.deps, server.clock.now(), { clockIsRight: true })
    expect(retained).toEqual(dry)
    expect(retained).toMatchObject({ purged: { webhooks: 6 } })
    expect(await reach()).toMatchObject([{ line_user_id: FRIEND }])
    expect([await handOvers(), await chat.events()]).toEqual([[], []])
  })
})
