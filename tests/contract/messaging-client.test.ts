import { createServer, type Server } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createLiffEmulator } from '#emulator/index.ts'
import { reply } from '#server/line-webhook/reply.ts'
import { checkMessages, multicast, push } from '#server/messages/push.ts'
import { systemRandom } from '#server/random.ts'
import { eachTest } from '#tests/kit/server.ts'

// Tests LINE's SDK with the server's transport.

const FRIEND = 'U4af4980629a1b2c3d4e5f60718293a4b'
const accessToken = 'emulated-channel-access-token'
const messages = [{ type: 'text', text: 'สวัสดี' }] as const

const emulator = eachTest(() => createLiffEmulator({ liffId: '2000000001-Campaign' }))
afterEach(() => emulator.close())

const newSending = () => ({ messages, retryKey: uuidv7(Date.now(), systemRandom().bytes(16)), accessToken })
const answer = (status: number, body: BodyInit | null, headers: Record<string, string> = {}) => ({
  fetch: async () => new Response(body, { status, headers }),
})
const listen = (server: Server): Promise<number> =>
  new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
/** Returns a body that breaks off after it has begun. */
const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"sentMess'))
      controller.error(new Error('the connection broke'))
    },
  })

test('every call leaves through the server’s transport, with a time limit and without redirects', async () => {
  const global = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not through the global fetch'))
  const seen: Request[] = []
  const line = {
    fetch: (request: Request) => {
      seen.push(request.clone())
      return emulator.lineFetch(request)
    },
  }
  try {
    const sending = newSending()
    expect(await push(line, FRIEND, sending)).toEqual({ kind: 'accepted' })
    // The same key again: LINE answers 409, and sends nothing.
    expect(await push(line, FRIEND, sending)).toEqual({ kind: 'accepted' })
    expect(await multicast(line, [FRIEND], newSending())).toEqual({ kind: 'accepted' })
    expect(await checkMessages(line, messages, accessToken)).toEqual({ kind: 'valid' })
    expect(await reply(line, { replyToken: 'used-before', messages, accessToken })).toMatchObject({
      kind: 'refused',
    })
    expect(seen.map(({ url }) => url)).toEqual(
      ['push', 'push', 'multicast', 'validate/multicast', 'reply'].map(
        path => `https://api.line.me/v2/bot/message/${path}`,
      ),
    )
    expect(seen[0]?.headers.get('x-line-retry-key')).toBe(sending.retryKey)
    for (const request of seen) {
      expect(request.headers.get('authorization')).toBe(`Bearer ${accessToken}`)
      expect(request.redirect).toBe('manual')
    }
    expect(emulator.botMessages().length).toBe(2)
    expect(global).not.toHaveBeenCalled()
  } finally {
    global.mockRestore()
  }
})

test.each<[string, number, () => BodyInit | null, Record<string, string>, object]>([
  ['200 with a body that is not JSON', 200, () => '<html>', {}, { kind: 'accepted' }],
  ['200 without a body', 200, () => null, {}, { kind: 'accepted' }],
  ['200 with a body that breaks off', 200, broken, {}, { kind: 'accepted' }],
  ['409 with a body that breaks off', 409, broken, {}, { kind: 'accepted' }],
  ['202', 202, () => '{}', {}, { kind: 'unsure' }],
  ['a redirect', 302, () => null, { location: 'https://elsewhere.example' }, { kind: 'unsure' }],
  ['500', 500, () => '{"message":"Internal error"}', {}, { kind: 'unsure', reason: '500 Internal error' }],
  ['400 without JSON', 400, () => '<html>', {}, { kind: 'refused', reason: '400' }],
  ['400', 400, () => '{"message":"Failed"}', {}, { kind: 'refused', reason: '400 Failed' }],
  ['401', 401, () => '{"message":"No"}', {}, { kind: 'not-now', why: 'token', retryAfterMs: null }],
  ['403', 403, () => '{}', {}, { kind: 'not-now', why: 'token' }],
  ['429', 429, () => '{}', { 'retry-after': '30' }, { kind: 'not-now', why: 'limit', retryAfterMs: 30_000 }],
  [
    '429 of a rate limit',
    429,
    () => '{"message":"The API rate limit has been exceeded. Try again later."}',
    {},
    { kind: 'not-now', why: 'limit', retryAfterMs: null },
  ],
  [
    '429 of the monthly quota',
    429,
    () => '{"message":"You have reached your monthly limit."}',
    {},
    { kind: 'not-now', why: 'quota', retryAfterMs: null },
  ],
  [
    '429 with a date',
    429,
    () => '{}',
    { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' },
    { retryAfterMs: null },
  ],
  ['429 with rubbish', 429, () => '', { 'retry-after': '-1e9' }, { kind: 'not-now', retryAfterMs: null }],
])('LINE’s answer %s', async (_, status, body, headers, expected) =>
  expect(await push(answer(status, body(), headers), FRIEND, newSending())).toMatchObject(expected),
)

test('an error message of LINE is shortened, and no reason contains the token', async () => {
  const long = await push(answer(400, JSON.stringify({ message: 'x'.repeat(5000) })), FRIEND, newSending())
  expect(long).toMatchObject({ kind: 'refused' })
  expect(JSON.stringify(long).length).toBeLessThan(300)
  const lost = await push(
    { fetch: () => Promise.reject(new TypeError('fetch failed')) },
    FRIEND,
    newSending(),
  )
  expect(lost).toEqual({ kind: 'unsure', reason: 'TypeError: fetch failed' })
  expect(JSON.stringify([long, lost])).not.toContain(accessToken)
})

/** Returns a `fetch` that makes real requests to this address instead of LINE's. */
const elsewhere = (url: string) => ({ fetch: (request: Request) => fetch(new Request(url, request)) })

test('without a connection, LINE has nothing for sure', async () => {
  const closed = createServer()
  const port = await listen(closed)
  await new Promise(done => closed.close(done))
  for (const url of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, 'http://line.invalid'])
    expect(await push(elsewhere(url), FRIEND, newSending())).toMatchObject({
      kind: 'not-now',
      why: 'outage',
      retryAfterMs: null,
    })
})

test('a connection that breaks after the request leaves open whether LINE has it', async () => {
  const breaking = createServer(socket => socket.on('data', () => socket.destroy()))
  const port = await listen(breaking)
  try {
    const pushed = await push(elsewhere(`http://127.0.0.1:${port}`), FRIEND, newSending())
    expect(pushed).toMatchObject({ kind: 'unsure' })
  } finally {
    breaking.close()
  }
})

test('a request ends after ten seconds, although the body of the answer does not end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('timeout', 'TimeoutError')), ms)
    return controller.signal
  })
  try {
    const silent = (request: Request) =>
      new Promise<Response>((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
    const pushed = push({ fetch: silent }, FRIEND, newSending())
    await vi.advanceTimersByTimeAsync(9_999)
    let isDone = false
    void pushed.then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await pushed).toMatchObject({ kind: 'unsure', reason: 'TimeoutError: timeout' })
  } finally {
    timeout.mockRestore()
    vi.useRealTimers()
  }
})
