import { expect, onTestFinished, test, vi } from 'vitest'
import { FRIEND, hello, withBot } from './bot-kit.ts'
import { post as postForm } from './kit.ts'
import { botServer, withWebhooks } from './webhook-kit.ts'

test('LINE signs a webhook when the user adds, blocks and unblocks the account', async () => {
  const { emulator, webhooks, events } = await withWebhooks([], {}, 'not-friend')
  for (const answer of ['add', 'block', 'unblock'])
    await postForm(emulator, 'https://line.me/R/ti/p/%40campaign', { answer })
  await emulator.webhooksSettled()
  expect(webhooks.map(({ signed, destination }) => [signed, destination])).toEqual(
    Array(3).fill([true, expect.stringMatching(/^U[0-9a-f]{32}$/)]),
  )
  expect(events()).toMatchObject([
    {
      ...{ type: 'follow', mode: 'active', follow: { isUnblocked: false }, replyToken: expect.any(String) },
      ...{ source: { type: 'user', userId: FRIEND }, timestamp: Date.parse('2026-02-03T04:05:06Z') },
      ...{
        webhookEventId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        deliveryContext: { isRedelivery: false },
      },
    },
    { type: 'unfollow', source: { userId: FRIEND } },
    { type: 'follow', follow: { isUnblocked: true } },
  ])
  expect(events()[1]).not.toHaveProperty('replyToken')
})

test('a reply token of a webhook works once and for one minute', async () => {
  const { emulator, post, clock, events } = await withWebhooks()
  emulator.control.chat({ text: 'Is it open?' })
  emulator.control.chat({ postback: { data: 'action=buy', params: { date: '2026-02-04' } } })
  await emulator.webhooksSettled()
  const [message, postback] = events()
  expect(message.message).toMatchObject({ type: 'text', text: 'Is it open?', quoteToken: expect.any(String) })
  expect(postback).toMatchObject({
    type: 'postback',
    postback: { data: 'action=buy', params: { date: '2026-02-04' } },
  })
  const reply = ({ replyToken }: { replyToken: string }) =>
    post('/v2/bot/message/reply', { replyToken, messages: [hello] })
  expect(await reply(message)).toMatchObject({ status: 200, body: { sentMessages: [{}] } })
  expect(emulator.botMessages()).toMatchObject([{ via: 'reply', chatId: FRIEND, delivered: [FRIEND] }])
  expect(await reply(message)).toMatchObject({ status: 400, body: { message: 'Invalid reply token' } })
  clock.now += 60_000
  expect((await reply(postback)).status).toBe(400)
  const { markAsReadToken } = message.message
  expect((await post('/v2/bot/chat/markAsRead', { markAsReadToken })).status).toBe(200)
})

test('a display text, a rich menu switch and a watched video reach the bot as their own events', async () => {
  const { emulator, events } = await withWebhooks()
  const { chat } = emulator.control
  chat({ postback: { data: 'a=1', displayText: 'Shown only' } })
  chat({ richMenuSwitch: { richMenuAliasId: 'none', data: 'b=2' } })
  chat({ videoPlayComplete: { trackingId: 'spring' } })
  await emulator.webhooksSettled()
  const params = { newRichMenuAliasId: 'none', status: 'RICHMENU_ALIAS_ID_NOTFOUND' }
  expect(events()).toMatchObject([
    { type: 'postback', postback: { data: 'a=1' } },
    { type: 'postback', postback: { data: 'b=2', params } },
    {
      type: 'videoPlayComplete',
      videoPlayComplete: { trackingId: 'spring' },
      replyToken: expect.any(String),
    },
  ])
})

test('messages that the app sends reach the bot, and Flex Messages do not', async () => {
  const { emulator, events } = await withWebhooks()
  const issued = await emulator.control.token({})
  const flex = {
    type: 'flex',
    altText: 'a',
    contents: { type: 'bubble', body: { type: 'box', layout: 'vertical', contents: [] } },
  }
  const image = {
    type: 'image',
    originalContentUrl: 'https://example.com/a.png',
    previewImageUrl: 'https://example.com/b.png',
  }
  const answer = await emulator.handle(
    new Request('https://api.line.me/message/v3/share', {
      method: 'POST',
      headers: { authorization: `Bearer ${issued.ok ? issued.value.accessToken : ''}` },
      body: JSON.stringify({ messages: [hello, flex, image] }),
    }),
  )
  expect(answer.status).toBe(200)
  await emulator.webhooksSettled()
  expect(events()).toMatchObject([
    { type: 'message', message: { type: 'text', text: 'สวัสดี' }, source: { type: 'user', userId: FRIEND } },
    {
      type: 'message',
      message: {
        type: 'image',
        contentProvider: { type: 'external', originalContentUrl: image.originalContentUrl },
      },
    },
  ])
})

test('with redelivery, a webhook that fails is sent again with the same id; without, it is lost', async () => {
  const { emulator, webhooks, events } = await withWebhooks([500, 503], { redelivery: true })
  emulator.control.chat({ text: 'again' })
  // The back end receives a webhook before the emulator receives the back end's answer.
  const answered = () => emulator.requests().filter(({ via }) => via === 'line')
  await vi.waitFor(() => expect(answered()).toHaveLength(3), 10_000)
  expect(webhooks).toHaveLength(3)
  expect(events().map(event => event.deliveryContext.isRedelivery)).toEqual([false, true, true])
  expect(new Set(events().map(event => event.webhookEventId)).size).toBe(1)
  expect(answered()).toMatchObject([{ status: 500, error: 'webhook: 500' }, { status: 503 }, {}])
  const without = await withWebhooks([500])
  without.emulator.control.chat({ text: 'once' })
  await without.emulator.webhooksSettled()
  expect(without.webhooks).toHaveLength(1)
})

test('faults lose, repeat, delay and wrongly sign webhooks, and redelivery keeps the id', async () => {
  const { emulator, webhooks, events } = await withWebhooks([], { redelivery: true })
  const fault = (effect: object) => emulator.control.addFault({ host: 'webhook', times: 1, ...effect })
  const says = async (text: string, effect: object) => {
    expect(fault(effect)).toMatchObject({ ok: true })
    emulator.control.chat({ text })
    await emulator.webhooksSettled()
  }
  await says('twice', { webhook: 'duplicate' })
  await says('forged', { webhook: 'wrongSignature' })
  await says('late', { latencyMs: 1 })
  expect(webhooks.map(({ signed }) => signed)).toEqual([true, true, false, true])
  expect(events()[0].webhookEventId).toBe(events()[1].webhookEventId)
  await says('no answer', { drop: 'after' })
  expect(webhooks).toHaveLength(5)
  await vi.waitFor(() => expect(webhooks).toHaveLength(6), 10_000)
  expect(events()[5]).toMatchObject({ webhookEventId: events()[4].webhookEventId })
  expect(events()[5].deliveryContext).toEqual({ isRedelivery: true })
  await says('lost', { drop: 'before' })
  expect(webhooks).toHaveLength(6)
  expect(emulator.control.addFault({ host: 'api.line.me', webhook: 'duplicate' })).toMatchObject({
    ok: false,
  })
})

test('a back end sets and tests its webhook URL', async () => {
  const { emulator, get, send, post } = await withBot()
  onTestFinished(() => emulator.close())
  const { webhooks, url } = await botServer([200, 500])
  const endpoint = '/v2/bot/channel/webhook/endpoint'
  expect((await get(endpoint)).status).toBe(404)
  expect((await send('PUT', endpoint, { endpoint: 'ftp://example.com' })).status).toBe(400)
  expect((await send('PUT', endpoint, { endpoint: url })).status).toBe(200)
  expect((await get(endpoint)).body).toEqual({ endpoint: url, active: true })
  const tested = () => post('/v2/bot/channel/webhook/test', {})
  expect((await tested()).body).toMatchObject({ success: true, statusCode: 200, reason: 'OK' })
  expect(webhooks).toMatchObject([{ signed: true, events: [] }])
  expect((await tested()).body).toMatchObject({
    success: false,
    statusCode: 500,
    reason: 'ERROR_STATUS_CODE',
  })
  const elsewhere = await post('/v2/bot/channel/webhook/test', { endpoint: 'http://localhost:1/' })
  expect(elsewhere.body).toMatchObject({ success: false, reason: 'COULD_NOT_CONNECT' })
})

test.each([
  [{}],
  [{ text: 'a', postback: { data: 'b' } }],
  [{ text: '' }],
  [{ userId: `U${'0'.repeat(32)}`, text: 'a' }],
])('refuses the chat command %j', async command => {
  const { emulator } = await withBot()
  expect(emulator.control.chat(command)).toMatchObject({ ok: false })
})
