import { expect, test, vi } from 'vitest'
import { WEBHOOK_TIMEOUT_MS } from '#emulator/limits.ts'
import { control } from './kit.ts'
import { withWebhooks } from './webhook-kit.ts'

test('LINE escapes characters above U+FFFF in a webhook, and no others', async () => {
  const { emulator, bodies, webhooks } = await withWebhooks()
  emulator.control.chat({ text: '🤨 ✋ ก é 𠮷 "\\' })
  await emulator.webhooksSettled()
  const [body = ''] = bodies
  expect(body).toContain(String.raw`"text":"\uD83E\uDD28 ✋ ก é \uD842\uDFB7 \"\\"`)
  expect(webhooks).toMatchObject([{ signed: true, events: [{ message: { text: '🤨 ✋ ก é 𠮷 "\\' } }] }])
  // A bot that parses the body and serialises it again computes a different signature, as with the real LINE.
  expect(JSON.stringify(JSON.parse(body))).not.toBe(body)
  const logged = emulator.requests().find(({ via }) => via === 'line')
  expect(logged?.request).toBe(body)
})

test('a webhook without such characters survives being parsed and serialised again', async () => {
  const { emulator, bodies } = await withWebhooks()
  emulator.control.chat({ text: 'สวัสดี ✋' })
  await emulator.webhooksSettled()
  expect(bodies).toEqual(bodies.map(body => JSON.stringify(JSON.parse(body))))
})

test('LINE gives up after two seconds without an answer, lists the reason and sends the webhook again', async () => {
  expect(WEBHOOK_TIMEOUT_MS).toBe(2_000)
  const { emulator, webhooks } = await withWebhooks(['none'], { redelivery: true })
  emulator.control.chat({ text: 'slow' })
  await vi.waitFor(
    () => expect(emulator.control.webhooks().sent).toMatchObject([{ status: 'delivered' }]),
    10_000,
  )
  expect(emulator.control.webhooks().sent[0]?.attempts).toMatchObject([
    { isRedelivery: false, statusCode: 0, reason: 'REQUEST_TIMEOUT', detail: 'Request timeout' },
    { isRedelivery: true, statusCode: 200, reason: 'OK' },
  ])
  expect(webhooks).toHaveLength(2)
  const errors = emulator.requests().flatMap(({ via, error }) => (via === 'line' ? [error] : []))
  expect(errors).toEqual(['webhook: Request timeout', null])
})

test('without redelivery, a webhook that the bot does not answer in time is lost', async () => {
  const { emulator, webhooks } = await withWebhooks(['none'])
  emulator.control.chat({ text: 'slow' })
  await emulator.webhooksSettled()
  expect(emulator.control.webhooks().sent).toMatchObject([
    { status: 'failed', attempts: [{ reason: 'REQUEST_TIMEOUT' }] },
  ])
  expect(webhooks).toHaveLength(1)
})

test('a phone at a beacon and a suspended account reach the bot as events', async () => {
  const { emulator, events } = await withWebhooks()
  const { webhookEvent } = emulator.control
  const beacon = { hwid: 'd41d8cd98f', type: 'enter', dm: '1234567890abcdef' }
  expect(webhookEvent({ type: 'beacon', beacon })).toMatchObject({ ok: true })
  expect(webhookEvent({ type: 'botSuspended' })).toMatchObject({ ok: true })
  const resumed = await control(emulator, 'POST', 'webhook-event', { type: 'botResumed' })
  expect(resumed.status).toBe(200)
  await emulator.webhooksSettled()
  const { user } = emulator.scenario()
  expect(events()).toMatchObject([
    { type: 'beacon', beacon, source: { type: 'user', userId: user }, replyToken: expect.any(String) },
    { type: 'botSuspended', mode: 'active' },
    { type: 'botResumed', mode: 'active' },
  ])
  for (const event of events().slice(1)) {
    expect(event).not.toHaveProperty('source')
    expect(event).not.toHaveProperty('replyToken')
  }
})

const BEACON = { type: 'beacon', beacon: { hwid: 'd41d8cd98f', type: 'enter' } }

test.each([
  [{}, 'type', /"beacon" \| "botSuspended" \| "botResumed"/],
  [{ type: 'things' }, 'type', /"beacon" \| "botSuspended" \| "botResumed"/],
  [{ type: 'beacon' }, 'beacon', /is missing/],
  [{ ...BEACON, beacon: { hwid: 'x', type: 'enter' } }, 'beacon.hwid', /10 hexadecimal digits/],
  [
    { ...BEACON, beacon: { hwid: 'd41d8cd98f', type: 'leave' } },
    'beacon.type',
    /"enter" \| "banner" \| "stay"/,
  ],
  [{ ...BEACON, beacon: { ...BEACON.beacon, dm: 'xyz' } }, 'beacon.dm', /hexadecimal digits/],
  [{ ...BEACON, userId: `U${'0'.repeat(32)}` }, 'userId', /expected/],
  [{ type: 'botSuspended', userId: `U${'0'.repeat(32)}` }, 'userId', /unknown/i],
])('the event %j is refused by the name of its field', async (event, path, message) => {
  const { emulator, webhooks } = await withWebhooks()
  expect(emulator.control.webhookEvent(event)).toMatchObject({
    ok: false,
    problem: { path, message: expect.stringMatching(message) },
  })
  await emulator.webhooksSettled()
  expect(webhooks).toEqual([])
})

test('only a friend of the account triggers a beacon event', async () => {
  const { emulator } = await withWebhooks([], {}, 'blocked')
  expect(emulator.control.webhookEvent(BEACON)).toMatchObject({
    ok: false,
    problem: { path: 'userId', message: expect.stringContaining('a friend of the account') },
  })
})
