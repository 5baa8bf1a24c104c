import { expect, onTestFinished, test } from 'vitest'
import { MAX_STORED_SENDINGS } from '#emulator/limits.ts'
import { createRequestLog } from '#emulator/platform/create-request-log.ts'
import { handleLineRequest } from '#emulator/platform/handle.ts'
import { createLine, type Line } from '#emulator/world/line.ts'
import { itemsOf } from '#emulator/world/long-list.ts'
import { createSigningKey } from '#emulator/world/signing-key.ts'
import { newWorld } from '#emulator/world/state.ts'
import { loadRetryKey } from '#tests/kit/line-load.ts'
import { FRIEND, hello, TOKEN, withBot } from './bot-kit.ts'
import { HOUR_MS, START, sendingOf } from './sending-kit.ts'

const DAY_MS = 24 * HOUR_MS

async function newLine(): Promise<Line> {
  const key = await createSigningKey()
  const { emulator } = await withBot()
  onTestFinished(() => emulator.close())
  const scenario = {
    ...emulator.scenario(),
    messaging: { ...emulator.scenario().messaging, monthlyLimit: 1_000_000 },
  }
  return createLine(newWorld(scenario, 'session'), () => key, {
    clock: () => START,
    random: bytes => crypto.getRandomValues(new Uint8Array(bytes)),
  })
}

/** Stores this many pushes as sent by the account, each with a retry key. */
function sendMany(line: Line, from: number, to: number): void {
  for (let index = from; index < to; index += 1)
    line.dispatch({ type: 'bot-sent', sending: sendingOf(index), retryKey: loadRetryKey(index) })
}

/** Returns a proxy of the value that counts each read of one of its fields or items. */
function counted<T extends object>(value: T, count: () => void, known = new WeakMap<object, object>()): T {
  const proxy = known.get(value)
  if (proxy !== undefined) return proxy as T
  const made = new Proxy(value, {
    get(target, name, receiver) {
      count()
      const found: unknown = Reflect.get(target, name, receiver)
      return typeof found === 'object' && found !== null ? counted(found, count, known) : found
    },
  })
  known.set(value, made)
  return made
}

/** Sends a push, and returns its status and the number of fields and items of the state that were read for it. */
async function readsOfPush(line: Line, index: number) {
  let reads = 0
  const known = new WeakMap<object, object>()
  const count = () => {
    reads += 1
  }
  const watched = { ...line, world: () => counted(line.world(), count, known) }
  const response = await handleLineRequest(
    watched,
    createRequestLog(line),
    new Request('https://api.line.me/v2/bot/message/push', {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'x-line-retry-key': loadRetryKey(index) },
      body: JSON.stringify({ to: FRIEND, messages: [hello] }),
    }),
    { origin: 'http://localhost', via: 'server' },
  )
  return { reads, status: response.status }
}

test('a push reads as much of the state after 20,000 pushes as after 100, also with a monthly limit and a retry key', async () => {
  const line = await newLine()
  sendMany(line, 0, 100)
  const early = await readsOfPush(line, 1_000_000)
  sendMany(line, 100, 20_000)
  const late = await readsOfPush(line, 1_000_001)
  expect([early.status, late.status]).toEqual([200, 200])
  expect(early.reads).toBeGreaterThan(10)
  expect(late.reads / early.reads).toBeLessThan(1.1)
})

test('the account keeps its newest messages, and its counts, retry keys and broadcasts stay right when older ones are dropped', async () => {
  const { emulator, clock, get, post } = await withBot()
  onTestFinished(() => emulator.close())
  const key = 'ffffffff-0000-4000-8000-000000000001'
  const pushed = await post(
    '/v2/bot/message/push',
    { to: FRIEND, messages: [hello] },
    { 'x-line-retry-key': key },
  )
  const broadcast = await post('/v2/bot/message/broadcast', { messages: [hello] })
  const requestId = broadcast.headers.get('x-line-request-id') ?? ''
  const { world } = emulator.export()
  const line = createLine(
    world,
    () => {
      throw new Error('no key is needed')
    },
    { clock: () => clock.now, random: size => new Uint8Array(size) },
  )
  const count = MAX_STORED_SENDINGS + 5_000
  sendMany(line, 0, count)
  const stored = itemsOf(line.world().bot.sendings)
  expect(stored.length).toBeGreaterThanOrEqual(MAX_STORED_SENDINGS)
  expect(stored.length).toBeLessThan(MAX_STORED_SENDINGS + 200)
  expect(stored.at(-1)?.requestId).toBe(`request-${count - 1}`)
  expect(stored.some(sent => sent.requestId === requestId)).toBe(false)

  await emulator.import({ ...emulator.export(), world: line.world() })
  const friends = emulator
    .scenario()
    .users.filter(({ userId }) => emulator.scenario().friendships[userId] === 'friend')
  const used = (await get('/v2/bot/message/quota/consumption')).body.totalUsage
  expect(used).toBe(count + 1 + friends.length)
  const again = await post(
    '/v2/bot/message/push',
    { to: FRIEND, messages: [hello] },
    { 'x-line-retry-key': key },
  )
  expect(again).toMatchObject({ status: 409, body: pushed.body })
  expect(again.headers.get('x-line-accepted-request-id')).toBe(pushed.headers.get('x-line-request-id'))
  expect((await get(`/v2/bot/insight/message/event?requestId=${requestId}`)).body).toMatchObject({
    overview: { requestId },
  })
  expect(await post('/v2/bot/audienceGroup/imp', { description: 'Seen', requestId })).toMatchObject({
    status: 202,
  })
  clock.now += DAY_MS
  expect((await get('/v2/bot/message/delivery/push?date=20260203')).body.success).toBe(count + 1)
})
