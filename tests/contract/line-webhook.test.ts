import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { createApp } from '#server/app.ts'
import { eventCheck } from '#server/cli/doctor-messages.ts'
import { MAX_WEBHOOK_BYTES } from '#server/line-webhook/receive.ts'
import { workOnEvents } from '#server/line-webhook/work.ts'
import { createMetrics } from '#server/metrics.ts'
import { runRetention } from '#server/retention/run.ts'
import {
  CHANNEL_SECRET,
  CHAT_LIFF_ID,
  eventOf,
  FRIEND,
  lineChat,
  signatureOf,
  webhookOf,
  webhookRequest,
} from '#tests/kit/line-chat.ts'
import { rowsOf, update } from '#tests/kit/rows.ts'
import { withoutTable } from '#tests/kit/without-table.ts'

let chat: Awaited<ReturnType<typeof lineChat>>
let log: string[]
beforeEach(async () => {
  log = []
  chat = await lineChat({ onLog: line => log.push(line) })
})

const post = (body: string | Uint8Array, signature?: string | null) =>
  chat.server.fetch(webhookRequest({ body, ...(signature === undefined ? {} : { signature }) }))
const refusals = () => log.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'call refused')

describe('a webhook', () => {
  test('without events, as LINE sends it to check the address, is accepted', async () => {
    const response = await post(webhookOf())
    expect([response.status, await response.text()]).toEqual([200, '{}'])
    expect(await chat.events()).toEqual([])
  })

  test.each([
    ['no signature', () => null],
    ['an empty signature', () => ''],
    ['a signature with another secret', (body: string) => signatureOf(body, 'f'.repeat(32))],
    ['the signature of another body', () => signatureOf('{"events":[]}')],
    [
      'a signature in hexadecimal',
      (body: string) => Buffer.from(signatureOf(body), 'base64').toString('hex'),
    ],
    ['a right signature with more characters', (body: string) => `${signatureOf(body)}=`],
  ])('with %s is refused and logged as suspicious', async (_, signature) => {
    const body = webhookOf(eventOf())
    const response = await post(body, signature(body))
    expect(response.status).toBe(401)
    expect(refusals()).toMatchObject([{ level: 40, code: 'UNAUTHORIZED', route: 'lineWebhook' }])
    expect(await chat.events()).toEqual([])
    expect(log.join('')).not.toContain(CHANNEL_SECRET)
  })

  test('that LINE signs with a wrong secret has no effect', async () => {
    chat.emulator.control.addFault({ host: 'webhook', webhook: 'wrongSignature', times: 1 })
    expect(await chat.chat({ text: 'ประกาศผลวันไหน' })).toEqual([])
    expect(refusals()).toHaveLength(1)
    expect(await chat.chat({ text: 'ประกาศผลวันไหน' })).toHaveLength(1)
  })

  test.each([
    ['', 400],
    ['not json', 400],
    ['null', 400],
    ['[]', 400],
    ['{}', 400],
    ['{"events":{}}', 400],
    ['{"events":[', 400],
    [new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 400],
    [gzipSync('{"events":[]}'), 400],
    ['x'.repeat(MAX_WEBHOOK_BYTES + 1), 413],
  ])('with a broken body is refused even if it is signed (%#)', async (body, status) => {
    expect((await post(body)).status).toBe(status)
    expect(await chat.events()).toEqual([])
  })

  test('with events and fields that the server does not know stores only what it knows', async () => {
    const strange = [
      null,
      1,
      'text',
      [],
      {},
      { type: 'things' },
      eventOf({ type: 'constructor' }),
      eventOf({ type: 'beacon' }),
      eventOf({ webhookEventId: undefined }),
      eventOf({ webhookEventId: "'; drop table message; --" }),
      eventOf({ timestamp: '1' }),
      eventOf({ timestamp: 1e300 }),
      eventOf({ source: undefined }),
      eventOf({ source: { type: 'user' } }),
      eventOf({ source: { type: 'user', userId: '__proto__' } }),
      eventOf({ message: null }),
      eventOf({ replyToken: 'a\nb' }),
      eventOf({ type: 'postback', postback: { data: 'x'.repeat(301) } }),
      eventOf({ mode: 'standby' }),
    ]
    const known = eventOf({
      webhookEventId: 'known',
      future: { a: 1 },
      message: { type: 'text', text: '\u0000\ud800', more: 1 },
    })
    const response = await post(webhookOf(...(strange as object[]), known))
    expect(response.status).toBe(200)
    expect((await chat.events()).map(({ id }) => id)).toEqual(['known'])
  })

  test('with hundreds of events stores and answers all of them', async () => {
    const many = Array.from({ length: 450 }, (_, index) =>
      eventOf({ type: 'unfollow', source: { type: 'user', userId: `U${String(index).padStart(32, '0')}` } }),
    )
    expect((await post(webhookOf(...many, ...many))).status).toBe(200)
    await chat.settled()
    expect(await chat.events()).toHaveLength(450)
    expect(await rowsOf(chat.server, 'line_reach')).toHaveLength(450)
  })

  test('is only accepted as POST, and gives pages of other origins no permission', async () => {
    const deps = { ...chat.server.deps, allowedOrigins: ['https://page.example'] }
    const { fetch } = createApp(deps)
    const address = 'https://campaign.example/line/webhook'
    const origin = { origin: 'https://page.example' }
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const headers = { ...origin, 'access-control-request-method': 'POST' }
      const response = await fetch(new Request(address, { method, headers }))
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
      expect([...response.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    }
    const posted = webhookRequest({ body: webhookOf() })
    posted.headers.set('origin', 'https://page.example')
    const { status, headers } = await fetch(posted)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test.each([
    ['the channel is not set', null],
    ['its secret is not set', { accessToken: 'a-token', liffId: CHAT_LIFF_ID }],
  ])('is not found if %s', async (_, messaging) => {
    const { fetch } = createApp({ ...chat.server.deps, messaging })
    expect((await fetch(webhookRequest({ body: webhookOf() }))).status).toBe(404)
  })

  test('is limited only if it is not signed', async () => {
    const { fetch } = createApp(chat.server.deps)
    const send = (signature?: string) =>
      fetch(webhookRequest({ body: webhookOf(), ...(signature ? { signature } : {}) }), { ip: '203.0.113.9' })
    for (let count = 0; count < 600; count++) await send('wrong')
    expect((await send('wrong')).status).toBe(429)
    expect((await send()).status).toBe(200)
  })
})

describe('a repeated webhook', () => {
  test('has one effect, also if LINE sends it twice at once or marks it as repeated', async () => {
    chat.emulator.control.addFault({ host: 'webhook', webhook: 'duplicate', times: 1 })
    expect(await chat.chat({ text: 'ประกาศผลวันไหน' })).toHaveLength(1)
    const [event] = await chat.events()
    const again = eventOf({ webhookEventId: event?.id, deliveryContext: { isRedelivery: true } })
    expect((await post(webhookOf(again, again))).status).toBe(200)
    await chat.settled()
    expect([await chat.events(), chat.answers().length]).toEqual([[event], 1])
  })

  test('has no effect after its row is deleted', async () => {
    const body = webhookOf(eventOf({ type: 'unfollow' }))
    await post(body)
    await chat.settled()
    await chat.server.db.deleteFrom('line_reach').execute()
    chat.server.clock.advance(31 * DAY_MS)
    const retained = await runRetention(chat.server.deps, chat.server.clock.now(), { clockIsRight: true })
    expect(retained).toMatchObject({ purged: { webhooks: 1 } })
    expect([(await post(body)).status, await chat.events()]).toEqual([200, []])
  })

  test('is worked on once by several processes', async () => {
    const { deps, db } = chat.server
    const fetches = [createApp(deps).fetch, createApp(deps).fetch]
    const text = (index: number) => ({ id: '1', type: 'sticker', packageId: '1', stickerId: String(index) })
    const bodies = Array.from({ length: 20 }, (_, index) => webhookOf(eventOf({ message: text(index) })))
    await Promise.all(fetches.flatMap(fetch => bodies.map(body => fetch(webhookRequest({ body })))))
    await Promise.all([workOnEvents(deps), workOnEvents(deps), workOnEvents(deps)])
    await chat.settled()
    expect(await chat.events()).toHaveLength(20)
    expect(await rowsOf({ db }, 'line_hand_over')).toMatchObject([{ line_user_id: FRIEND }])
  })
})

describe('what stays of an event', () => {
  test('its row says nothing about the user once it is worked on', async () => {
    await chat.chat({ text: 'ประกาศผลวันไหน 0812345678' })
    const nothing = { line_user_id: null, content: null, reply_token: null, reply: null }
    expect(await chat.events()).toMatchObject([{ kind: 'message', state: 'done', ...nothing }])
    const logged = log.join('')
    for (const secret of ['0812345678', FRIEND, 'emulated-channel-access-token'])
      expect(logged).not.toContain(secret)
  })

  test('an event that fails is repeated a few times, and does not stop the others', async () => {
    const { db } = chat.server
    const broken = eventOf({
      type: 'postback',
      postback: { data: 'confirm-seat:x' },
      webhookEventId: 'broken',
    })
    await update({ db }, 'campaign', { announced_at: 1 })
    await withoutTable(db, 'draw_winner', async () => {
      await post(webhookOf(broken, eventOf({ type: 'unfollow', timestamp: eventOf().timestamp + 1 })))
      for (let attempt = 0; attempt < 6; attempt++) {
        await workOnEvents(chat.server.deps)
        chat.server.clock.advance(2000)
      }
    })
    expect(await chat.events()).toMatchObject([{ state: 'failed', line_user_id: null }, { state: 'done' }])
    expect(await eventCheck({ db })).toMatchObject({
      level: 'warn',
      found: expect.stringContaining('1 failed'),
    })
    const metrics = await createMetrics(db, () => chat.server.clock.now()).text()
    expect(metrics).toContain('campaign_line_events{state="failed"} 1\n')
    expect(await rowsOf({ db }, 'line_reach')).toMatchObject([{ is_following: 0 }])
  })
})
