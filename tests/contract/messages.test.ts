import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createLiffEmulator } from '#emulator/index.ts'
import { approveReceipt, rejectReceipt, reopenReceipt } from '#server/campaign/receipts/review.ts'
import { messageCheck } from '#server/cli/doctor-messages.ts'
import { pauseChannel, readChannel, resumeChannel, setMessaging } from '#server/message-queue/channel.ts'
import { sendDueMessages } from '#server/messages/send-due.ts'
import { createMetrics } from '#server/metrics.ts'
import { newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, insert, rowsOf, type SignedIn, testServer } from '#tests/kit/server.ts'

const LIFF_ID = '2000000001-Campaign'
const FRIEND = 'U4af4980629a1b2c3d4e5f60718293a4b'
const PUSH = '/v2/bot/message/push'

let me: SignedIn
const server = eachTest(testServer)
const emulator = eachTest(() => createLiffEmulator({ liffId: LIFF_ID, clock: () => server.clock.now() }))
beforeEach(async () => {
  await setMessaging(server.db, true)
  me = await server.signIn({ userId: FRIEND, displayName: 'ผู้ทดสอบ' })
})
afterEach(() => emulator.close())

/** Sends the messages that are due, as a server process with this channel access token does. */
const send = (accessToken = 'emulated-channel-access-token', fetch = emulator.lineFetch) =>
  sendDueMessages({
    ...server.deps,
    line: { ...server.deps.line, fetch },
    messaging: { accessToken, liffId: LIFF_ID },
  })

const rows = () => rowsOf(server, 'message')
const approve = (id: string) => approveReceipt(server.db, id, server.clock.now(), server.deps.random)
const fault = (change: object) =>
  emulator.control.addFault({ host: 'api.line.me', path: PUSH, times: 1, ...change })
const doctor = async () => (await messageCheck({ db: server.db, now: server.clock.now() })).found

async function newReceipt(): Promise<string> {
  const { status, body } = await sendReceipt(server, me)
  expect(status).toBe(200)
  return body.id
}

/** Approves a new receipt and lets the minute for undoing pass. */
async function approved(): Promise<string> {
  const id = await newReceipt()
  await approve(id)
  server.clock.advance(MINUTE_MS)
  return id
}

describe('the decision on a receipt', () => {
  test('reaches the customer once, with a link to the receipt', async () => {
    const id = await approved()
    expect([await send(), await send()]).toEqual([1, 0])
    expect(emulator.botMessages()).toMatchObject([{ via: 'push', chatId: FRIEND, delivered: [FRIEND] }])
    const messages = JSON.stringify(emulator.botMessages()[0]?.messages)
    expect(messages).toContain(`https://liff.line.me/${LIFF_ID}/receipt/${id}`)
    expect(messages).toContain('ใบเสร็จผ่านแล้ว')
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  test('names the reason of a rejection', async () => {
    const id = await newReceipt()
    await rejectReceipt(server.db, id, { reason: 'BLURRY', note: 'ABC' }, server.clock.now())
    server.clock.advance(MINUTE_MS)
    await send()
    const { body } = await me.call('getReceipt', { params: { id } })
    const messages = JSON.stringify(emulator.botMessages()[0]?.messages)
    expect(messages).toContain(String(body.rejectText))
  })

  test('is not sent if the reviewer undoes it within a minute', async () => {
    const id = await newReceipt()
    await approve(id)
    expect(await send()).toBe(0)
    await reopenReceipt(server.db, { id, version: 2 }, server.clock.now())
    server.clock.advance(MINUTE_MS)
    await send()
    expect([emulator.botMessages(), (await rows())[0]?.state]).toEqual([[], 'dropped'])
  })

  test('is not enqueued while messages are off', async () => {
    await setMessaging(server.db, false)
    await approved()
    expect([await rows(), await doctor()]).toEqual([[], 'off'])
  })

  test('is not sent to a customer who has left, or whom the organiser has blocked', async () => {
    await approved()
    await insert(server, 'block', { customer_id: me.customerId, blocked_at: 1 })
    await send()
    expect((await rows())[0]?.state).toBe('dropped')
    await server.db.deleteFrom('block').execute()
    await approved()
    await me.call('cancel', { key: newKey(), body: { confirm: true } })
    await send()
    expect([await rows(), emulator.botMessages()]).toEqual([[], []])
  })
})

describe('exactly once', () => {
  test('if LINE accepts the message but its answer is lost', async () => {
    await approved()
    fault({ drop: 'after' })
    expect(await send()).toBe(0)
    const [before] = await rows()
    expect(before).toMatchObject({ state: 'waiting', unsure: 1 })
    server.clock.advance(MINUTE_MS)
    expect(await send()).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'sent', retry_key: before?.retry_key, attempts: 2 }])
    expect(emulator.botMessages()).toHaveLength(1)
  })

  test('if processes die before and after LINE has the message', async () => {
    await approved()
    for (const reachesLine of [false, true, true]) {
      let died = false
      void send(undefined, async request => {
        if (reachesLine) await emulator.lineFetch(request)
        died = true
        return new Promise<Response>(() => undefined)
      })
      await expect.poll(() => died).toBe(true)
      expect(await send()).toBe(0)
      server.clock.advance(2 * MINUTE_MS)
    }
    expect([await send(), emulator.botMessages().length]).toEqual([1, 1])
  })

  test('if several processes send at the same time', async () => {
    await approved()
    const settled = await Promise.all([send(), send(), send(), send()])
    expect(settled.reduce((sum, count) => sum + count)).toBe(1)
    expect(emulator.botMessages()).toHaveLength(1)
  })

  test('if the fate of a message is unknown for a day, it is given up and counted', async () => {
    await approved()
    fault({ drop: 'after' })
    await send()
    server.clock.advance(DAY_MS)
    await send()
    expect([emulator.botMessages().length, await doctor()]).toEqual([1, '0 waiting, 1 failed'])
  })
})

describe('a failure of LINE', () => {
  test('a revoked token pauses sending until a server starts with a new one', async () => {
    await approved()
    expect(await send('a-token-that-was-revoked')).toBe(0)
    expect(await doctor()).toContain('LINE refuses the channel access token')
    const metrics = await createMetrics(server.db, () => server.clock.now()).text()
    for (const line of ['campaign_messages{state="waiting"} 1', 'campaign_messages_paused{reason="token"} 1'])
      expect(metrics).toContain(line)
    expect(await send()).toBe(0)
    await setMessaging(server.db, true)
    expect(await send()).toBe(0)
    await setMessaging(server.db, true, 'a new token')
    server.clock.advance(2 * MINUTE_MS)
    expect([await send(), emulator.botMessages().length]).toEqual([1, 1])
  })

  test('of two processes, the longer pause counts, and a late success does not end it', async () => {
    const now = server.clock.now()
    await pauseChannel(server.db, { reason: 'limit', retryAfterMs: HOUR_MS }, now)
    await pauseChannel(server.db, { reason: 'outage', retryAfterMs: null }, now)
    await resumeChannel(server.db, now)
    expect(await readChannel(server.db)).toMatchObject({
      paused_until: now + HOUR_MS,
      pause_reason: 'limit',
      failures: 2,
    })
    await resumeChannel(server.db, now + HOUR_MS)
    expect(await readChannel(server.db)).toMatchObject({ paused_until: null, failures: 0 })
  })

  test('429 pauses sending for as long as LINE asks', async () => {
    await approved()
    await send(undefined, async () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } }))
    server.clock.advance(29_000)
    expect(await send()).toBe(0)
    server.clock.advance(1000)
    expect([await send(), emulator.botMessages().length]).toEqual([1, 1])
  })

  test('an outage of an hour delays the message', async () => {
    await approved()
    fault({ drop: 'before', times: 1000 })
    for (let minute = 0; minute < 60; minute++) {
      await send()
      server.clock.advance(MINUTE_MS)
    }
    emulator.control.removeFault(null)
    server.clock.advance(5 * MINUTE_MS)
    expect([await send(), emulator.botMessages().length]).toEqual([1, 1])
  })

  test('a message that LINE refuses is given up, and the next one is sent', async () => {
    await approved()
    fault({ status: 400 })
    expect(await send()).toBe(1)
    await approved()
    await send()
    expect((await rows()).map(row => row.state).sort()).toEqual(['dead', 'sent'])
    const { out } = await organiser(server)('messages', 'list')
    expect(out).toMatch(new RegExp(`receipt-approved +${me.customerId} +1 +400`))
  })
})

describe('a receipt that waits on the phone', () => {
  const report = (waiting: string[], discarded: string[] = []) =>
    me.call('reportWaiting', { key: newKey(), body: { waiting, discarded } })

  test('leads to one message after half an hour, however many wait and however often they are reported', async () => {
    const keys = [newKey(), newKey(), newKey()]
    expect((await report(keys)).body).toEqual({ messages: true })
    await report(keys)
    server.clock.advance(29 * MINUTE_MS)
    expect(await send()).toBe(0)
    server.clock.advance(MINUTE_MS)
    await send()
    expect(emulator.botMessages()).toHaveLength(1)
    expect(JSON.stringify(emulator.botMessages())).toContain(`${LIFF_ID}?redirect=%2Foutbox`)
  })

  test('leads to no message if it arrives, or if the customer discards it', async () => {
    const [sent, discarded] = [uuidv7(server.clock.now(), server.deps.random.bytes(16)), newKey()]
    await report([sent, discarded])
    expect((await sendReceipt(server, me, { id: sent })).status).toBe(200)
    await report([], [discarded])
    server.clock.advance(HOUR_MS)
    await send()
    expect(emulator.botMessages()).toEqual([])
  })

  test.each([
    ['reported before the close leads to a message on the day after it', -MINUTE_MS, HOUR_MS, 1],
    ['reported after the close leads to none', MINUTE_MS, HOUR_MS, 0],
    ['leads to none when the day is over', -MINUTE_MS, DAY_MS + MINUTE_MS, 0],
  ])('%s', async (_, reportedAt, sentAt, messages) => {
    const closes_at = server.clock.now() + HOUR_MS
    await setCampaign(server, { mode: 'auto', opens_at: closes_at - DAY_MS, closes_at })
    server.clock.advance(HOUR_MS + reportedAt)
    await report([newKey()])
    server.clock.advance(sentAt - reportedAt)
    await send()
    expect(emulator.botMessages()).toHaveLength(messages)
  })

  test('cannot fill the database, and is not stored while messages are off', async () => {
    for (let n = 0; n < 5; n++) await report(Array.from({ length: 20 }, () => newKey()))
    expect(await rows()).toHaveLength(40)
    await setMessaging(server.db, false)
    expect((await report([newKey()])).body).toEqual({ messages: false })
    expect(await rows()).toHaveLength(40)
  })
})
