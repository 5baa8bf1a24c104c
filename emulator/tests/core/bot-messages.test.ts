import { expect, test } from 'vitest'
import { eachTest } from '#tests/kit/each-test.ts'
import { call, FRIEND, hello, OTHER_FRIEND, STRANGER, TOKEN, withBot } from './bot-kit.ts'

const PUSH = '/v2/bot/message/push'
const KEY = '123e4567-e89b-12d3-a456-426614174000'

const { emulator, post, clock, get } = eachTest(withBot)

test('push delivers to a friend, and answers with the ids of the messages', async () => {
  const sent = await post(PUSH, {
    to: FRIEND,
    messages: [hello, { type: 'location', title: 'a', address: 'b', latitude: 1, longitude: 2 }],
  })
  expect(sent).toMatchObject({
    status: 200,
    body: {
      sentMessages: [
        { id: expect.stringMatching(/^\d{18}$/), quoteToken: expect.any(String) },
        { id: expect.any(String) },
      ],
    },
  })
  expect(sent.body.sentMessages[1]).not.toHaveProperty('quoteToken')
  expect(sent.headers.get('x-line-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(emulator.botMessages()).toMatchObject([
    { via: 'push', chatId: FRIEND, delivered: [FRIEND], messages: [{ message: hello }, {}] },
  ])
  expect(emulator.requests().at(-1)).toMatchObject({ via: 'server', status: 200, error: null })
})

test('push to a user who blocked the account or never added it is accepted, and not delivered', async () => {
  const { emulator, post, get } = await withBot({ scenario: 'blocked' })
  for (const to of [FRIEND, STRANGER]) {
    expect((await post(PUSH, { to, messages: [hello] })).status).toBe(200)
    expect(emulator.botMessages().at(-1)).toMatchObject({ targets: 1, delivered: [] })
  }
  expect((await get('/v2/bot/message/quota/consumption')).body).toEqual({ totalUsage: 0 })
})

test.each([
  [undefined, "The property, 'to', in the request body is invalid (line: -, column: -)"],
  ['somying', "The property, 'to', in the request body is invalid (line: -, column: -)"],
  [`U${'0'.repeat(32)}`, 'Failed to send messages'],
  [`C${'0'.repeat(32)}`, 'Failed to send messages'],
])('push to %s is refused', async (to, message) =>
  expect(await post(PUSH, { to, messages: [hello] })).toMatchObject({ status: 400, body: { message } }),
)

test('refuses requests without a valid channel access token, and bodies that are not JSON', async () => {
  for (const authorization of ['', 'Bearer nonsense', TOKEN])
    expect((await call(emulator, 'POST', PUSH, {}, { authorization })).status).toBe(401)
  expect(await post(PUSH, '{')).toMatchObject({
    status: 400,
    body: { message: 'The request body could not be parsed as JSON (line: -, column: -)' },
  })
})

test('a repeated request with the same retry key is refused with the answer of the first, for 24 hours', async () => {
  const push = () => post(PUSH, { to: FRIEND, messages: [hello] }, { 'X-Line-Retry-Key': KEY })
  const first = await push()
  const again = await push()
  expect(again).toMatchObject({
    status: 409,
    body: { message: 'The retry key is already accepted', sentMessages: first.body.sentMessages },
  })
  expect(again.headers.get('x-line-accepted-request-id')).toBe(first.headers.get('x-line-request-id'))
  expect(emulator.botMessages()).toHaveLength(1)
  clock.now += 86_400_000
  expect((await push()).status).toBe(200)
})

test('a retry key of a refused request can be used again, and one that is not a UUID is refused', async () => {
  const headers = { 'x-line-retry-key': KEY }
  expect((await post(PUSH, { to: FRIEND, messages: [] }, headers)).status).toBe(400)
  expect((await post(PUSH, { to: FRIEND, messages: [hello] }, headers)).status).toBe(200)
  expect(
    (await post('/v2/bot/message/broadcast', { messages: [hello] }, { 'x-line-retry-key': 'x' })).status,
  ).toBe(400)
  expect((await post('/v2/bot/message/reply', { replyToken: 'x', messages: [hello] }, headers)).status).toBe(
    400,
  )
})

test('if the answer is lost, a retry with the key does not send the message twice', async () => {
  emulator.control.addFault({ host: 'api.line.me', path: PUSH, drop: 'after', times: 1 })
  const push = () => post(PUSH, { to: FRIEND, messages: [hello] }, { 'x-line-retry-key': KEY })
  await expect(push()).rejects.toThrow('fetch failed')
  expect((await push()).status).toBe(409)
  expect(emulator.botMessages()).toHaveLength(1)
})

test('multicast and broadcast reach friends only', async () => {
  const to = [FRIEND, STRANGER, `U${'0'.repeat(32)}`, FRIEND]
  expect(await post('/v2/bot/message/multicast', { to, messages: [hello] })).toMatchObject({
    status: 200,
    body: {},
  })
  expect(emulator.botMessages().at(-1)).toMatchObject({
    via: 'multicast',
    chatId: null,
    targets: 3,
    delivered: [FRIEND],
  })
  expect((await post('/v2/bot/message/broadcast', { messages: [hello] })).status).toBe(200)
  expect(emulator.botMessages().at(-1)).toMatchObject({ via: 'broadcast', delivered: [FRIEND, OTHER_FRIEND] })
  for (const wrong of [[], ['x'], 'x', Array(501).fill(FRIEND)])
    expect((await post('/v2/bot/message/multicast', { to: wrong, messages: [hello] })).status).toBe(400)
})

test('at the monthly limit LINE refuses every message except replies, until the next month in Japan', async () => {
  emulator.control.patch({ messaging: { monthlyLimit: 2 } })
  expect((await get('/v2/bot/message/quota')).body).toEqual({ type: 'limited', value: 2 })
  expect((await post('/v2/bot/message/broadcast', { messages: [hello, hello] })).status).toBe(200)
  expect((await get('/v2/bot/message/quota/consumption')).body).toEqual({ totalUsage: 2 })
  const push = () => post(PUSH, { to: FRIEND, messages: [hello] }, { 'x-line-retry-key': KEY })
  expect(await push()).toMatchObject({
    status: 429,
    body: { message: 'You have reached your monthly limit.' },
  })
  clock.now = Date.parse('2026-02-28T23:59:59+09:00')
  expect((await push()).status).toBe(429)
  clock.now += 1000
  expect((await push()).status).toBe(200)
  expect((await get('/v2/bot/message/quota/consumption')).body).toEqual({ totalUsage: 1 })
})

test('the number of messages of a day is ready on the next day', async () => {
  const of = async (kind: string, date: string) =>
    (await get(`/v2/bot/message/delivery/${kind}?date=${date}`)).body
  await post(PUSH, { to: FRIEND, messages: [hello, hello] })
  expect(await of('push', '20260203')).toEqual({ status: 'unready' })
  clock.now += 86_400_000
  expect(await of('push', '20260203')).toEqual({ status: 'ready', success: 2 })
  expect(await of('broadcast', '20260203')).toEqual({ status: 'ready', success: 0 })
  expect(await of('push', '20170101')).toEqual({ status: 'out_of_service' })
  expect((await get('/v2/bot/message/delivery/push?date=3.2.')).status).toBe(400)
})

test('narrowcast passes through its phases, and can be sent again to those who received one', async () => {
  const sent = await post('/v2/bot/message/narrowcast', { messages: [hello], limit: { max: 1 } })
  expect(sent.status).toBe(202)
  const requestId = sent.headers.get('x-line-request-id')
  const progress = async () => (await get(`/v2/bot/message/progress/narrowcast?requestId=${requestId}`)).body
  expect(await progress()).toMatchObject({ phase: 'waiting', acceptedTime: '2026-02-03T04:05:06.000Z' })
  clock.now += 1000
  expect(await progress()).toMatchObject({ phase: 'sending', targetCount: 1 })
  clock.now += 1000
  expect(await progress()).toMatchObject({ phase: 'succeeded', successCount: 1, failureCount: 0 })
  const not = { type: 'redelivery', requestId }
  await post('/v2/bot/message/narrowcast', { messages: [hello], recipient: { type: 'operator', not } })
  expect(emulator.botMessages().at(-1)).toMatchObject({ delivered: [OTHER_FRIEND] })
  const recipient = { type: 'redelivery', requestId: 'unknown' }
  expect((await post('/v2/bot/message/narrowcast', { messages: [hello], recipient })).status).toBe(400)
  expect((await get('/v2/bot/message/progress/narrowcast?requestId=unknown')).status).toBe(404)
})

test('a reply token that LINE did not issue is refused', async () =>
  expect(await post('/v2/bot/message/reply', { replyToken: 'x', messages: [hello] })).toMatchObject({
    status: 400,
    body: { message: 'Invalid reply token' },
  }))

test('messages are validated as LINE validates them, with the actions that only the Messaging API allows', async () => {
  const validate = (...messages: unknown[]) => post('/v2/bot/message/validate/push', { messages })
  const actions = [
    { type: 'postback', label: 'Buy', data: 'a=1' },
    { type: 'message', label: 'Say', text: 'Hi' },
    { type: 'datetimepicker', label: 'When', data: 'd', mode: 'date' },
  ]
  const buttons = { type: 'template', altText: 'a', template: { type: 'buttons', text: 'b', actions } }
  const box = { type: 'box', layout: 'vertical', contents: [{ type: 'button', action: actions[0] }] }
  const flex = { type: 'flex', altText: 'a', contents: { type: 'bubble', body: box } }
  const v2 = {
    type: 'textV2',
    text: 'Hi {who}',
    substitution: { who: { type: 'mention', mentionee: { type: 'all' } } },
  }
  const area = { x: 0, y: 0, width: 10, height: 10 }
  const imagemap = {
    ...{
      type: 'imagemap',
      baseUrl: 'https://example.com/i',
      altText: 'a',
      baseSize: { width: 1040, height: 500 },
    },
    actions: [{ type: 'uri', linkUri: 'https://example.com', area }],
  }
  expect((await validate(buttons, flex, v2, imagemap, { type: 'coupon', couponId: 'c' })).status).toBe(200)
  expect(await validate(hello, { type: 'text', text: '' })).toMatchObject({
    status: 400,
    body: {
      message: 'The request body has 1 error(s)',
      details: [{ message: 'May not be empty', property: 'messages[1].text' }],
    },
  })
  expect(await validate()).toMatchObject({
    body: { details: [{ message: 'Size must be between 1 and 5', property: 'messages' }] },
  })
  expect((await validate({ type: 'imagemap' })).status).toBe(400)
  expect(
    (
      await validate({
        ...buttons,
        template: { ...buttons.template, actions: [{ type: 'camera', label: 'x' }] },
      })
    ).status,
  ).toBe(400)
})
