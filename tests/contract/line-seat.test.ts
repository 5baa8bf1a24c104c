import { beforeEach, expect, test } from 'vitest'
import { seatAnswers } from '#campaign/chat-texts.ts'
import { langs } from '#contract/languages.ts'
import { seatPostback } from '#server/messages/seat-postback.ts'
import { campaignOf, newKey, setCampaign } from '#tests/kit/activity.ts'
import { FRIEND, lineChat } from '#tests/kit/line-chat.ts'
import { eachTest, insert, type SignedIn, update } from '#tests/kit/server.ts'

const chat = eachTest(lineChat)
beforeEach(() => setPrize('seat'))

const MINE = '018f0000-0000-7000-8000-000000000001'
const prize = { key: 'concert', titleTh: 'บัตรคอนเสิร์ต', titleEn: 'Concert ticket', count: 1 }
const setPrize = (delivery: 'seat' | 'shipped') =>
  update(chat.server, 'draw', { prizes: JSON.stringify([{ ...prize, delivery }]) })

/** Makes a customer the winner of the first prize, with this ticket, in a draw that is announced. */
async function win(who: SignedIn = chat.me, ticketId = MINE, state = 'won') {
  const { server } = chat
  await who.call('createReward', { body: {} })
  const { draw_id } = await campaignOf(server)
  await insert(server, 'draw_winner', {
    draw_id: draw_id ?? '',
    rank: 1,
    ticket_id: ticketId,
    customer_id: who.customerId,
    masked_name: 'ส***',
    reserve: 0,
    seat: 1,
    promoted_at: null,
  })
  await update(server, 'reward', { draw_state: state, draw_rank: 1 }, { customer_id: who.customerId })
  await setCampaign(server, { announced_at: server.clock.now() })
}

/** Presses the button, and returns the names of the answers that the campaign sent. */
async function press(ticketId = MINE, userId = FRIEND) {
  const { data, displayText } = seatPostback(ticketId, 'th')
  const answers = await chat.chat({ userId, postback: { data, displayText } })
  return answers.map(answer => {
    const found = Object.entries(seatAnswers).find(
      ([, { th, en }]) => answer.includes(th) && !answer.includes(en),
    )
    return found?.[0] ?? answer
  })
}
const state = async (who: SignedIn = chat.me) => (await who.call('getReward')).body.luckyDraw.state
const confirmInApp = (attend: boolean) =>
  chat.server.call('confirmConcert', { token: chat.me.token, body: { attend }, key: newKey() })

test('a winner confirms the seat with the button, and the app shows it', async () => {
  await win()
  const before = (await chat.server.call('getReward', { token: chat.me.token })).body.version
  expect([await press(), await state()]).toEqual([['confirmed'], 'confirmed'])
  const { body } = await chat.server.call('getReward', { token: chat.me.token })
  expect(body.version).toBeGreaterThan(before)
  expect(await press()).toEqual(['confirmedBefore'])
  await setCampaign(chat.server, { confirm_by: chat.server.clock.now() - 1 })
  expect(await press()).toEqual(['confirmedBefore'])
})

test('a seat that was confirmed in the app is already confirmed', async () => {
  await win()
  expect((await confirmInApp(true)).status).toBe(200)
  expect(await press()).toEqual(['confirmedBefore'])
})

test('a seat that was declined in the app is not confirmed', async () => {
  await win()
  await confirmInApp(false)
  expect([await press(), await state()]).toEqual([['declined'], 'declined'])
})

test('a seat cannot be confirmed after the deadline', async () => {
  await win()
  const { confirm_by } = await campaignOf(chat.server)
  await setCampaign(chat.server, { confirm_by: chat.server.clock.now() - 1 })
  expect([await press(), await state()]).toEqual([['expired'], 'expired'])
  await setCampaign(chat.server, { confirm_by })
  expect(await press()).toEqual(['confirmed'])
})

test.each(['none', 'entered', 'reserve', 'lost'])(
  'a customer who is %s has nothing to confirm',
  async shown => {
    await win(chat.me, MINE, shown)
    expect(await press()).toEqual(['notWinner'])
  },
)

test('nothing is said about the result before the announcement', async () => {
  const other = await chat.server.signIn()
  await win(other)
  await setCampaign(chat.server, { announced_at: null })
  expect(await press()).toEqual(['notWinner'])
})

test('the seat of another winner cannot be confirmed', async () => {
  const other = await chat.server.signIn()
  await win(other)
  expect([await press(), await state(other)]).toEqual([['otherPerson'], 'won'])
})

test('a user without a customer, and a customer who is blocked, have nothing to confirm', async () => {
  await win()
  const stranger = chat.emulator.scenario().users[1]?.userId ?? ''
  expect(await press(MINE, stranger)).toEqual(['notWinner'])
  const { db } = chat.server
  await insert({ db }, 'block', { customer_id: chat.me.customerId, blocked_at: 1 })
  expect(await press()).toEqual(['notWinner'])
  await db.deleteFrom('block').execute()
  expect(await state()).toBe('won')
})

test.each(['', ' ', "' or 1=1", MINE.toUpperCase(), `${MINE}:2`])(
  'a made-up ticket "%s" confirms nothing',
  async ticket => {
    await win()
    expect([await press(ticket), await state()]).toEqual([['notWinner'], 'won'])
  },
)

test('a prize that is sent needs a complete address in the profile', async () => {
  await setPrize('shipped')
  await win()
  const { db } = chat.server
  await update({ db }, 'customer', { address_line: null })
  expect([await press(), await state()]).toEqual([['addressNeeded'], 'won'])
  await update({ db }, 'customer', { address_line: '99/1' })
  expect([await press(), await state()]).toEqual([['confirmed'], 'confirmed'])
})

test('the button and the app at the same time confirm once', async () => {
  await win()
  const { data } = seatPostback(MINE, 'th')
  chat.emulator.control.chat({ postback: { data } })
  chat.emulator.control.chat({ postback: { data } })
  const [app] = await Promise.all([confirmInApp(true), chat.settled()])
  expect(app.status).toBe(200)
  expect(await state()).toBe('confirmed')
  expect(chat.answers()).toHaveLength(2)
})

test('the button fits into a message of LINE', () => {
  for (const lang of langs) {
    const { label, data, displayText } = seatPostback(MINE, lang)
    expect(label.length).toBeLessThanOrEqual(20)
    expect(data.length).toBeLessThanOrEqual(300)
    expect(displayText.length).toBeLessThanOrEqual(300)
  }
})
