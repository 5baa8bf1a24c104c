import { expect, test } from 'vitest'
import { createApi } from '#src/platform/http.ts'
import type { Reply } from '#src/ports.ts'
import { settle, virtualClock } from '#tests/kit/clock.ts'
import { png, sha256Of } from '#tests/kit/images.ts'
import { untilAborted } from '#tests/kit/network.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer | null = null

const clock = virtualClock(0)
const failureOf = (reply: Reply<unknown>) => (reply.ok ? null : reply.failure)

function apiOn(fetch: (request: Request) => Promise<Response> | Response, token: string | null = null) {
  const traffic: (boolean | null)[] = []
  const api = createApi({
    fetch: async request => fetch(request),
    baseUrl: 'https://campaign.example',
    token: () => token,
    clock,
    onTraffic: reached => traffic.push(reached),
  })
  return { api, traffic }
}

test('parses answers by the contract and sends the token only with calls that need it', async () => {
  server = await testServer()
  const who = await server.signIn()
  const seen: (string | null)[] = []
  const { api, traffic } = apiOn(request => {
    seen.push(request.headers.get('authorization'))
    return server?.fetch(request) ?? Response.error()
  }, who.token)
  const customer = await api.call('getCustomer', { owner: who.customerId })
  const activity = await api.call('activity')
  expect(customer).toMatchObject({ ok: true, value: { id: who.customerId, status: 'registered' } })
  expect(activity).toMatchObject({ ok: true, value: { bahtPerRight: expect.any(Number) } })
  expect(seen).toEqual([`Bearer ${who.token}`, null])
  expect(traffic).toEqual([true, true])
})

test('sends a form URL-encoded without empty fields', async () => {
  server = await testServer()
  const user = server.newUser()
  const sent: string[] = []
  const { api } = apiOn(async request => {
    sent.push(
      request.headers.get('content-type') ?? '',
      ...new URLSearchParams(await request.clone().text()).keys(),
    )
    return server?.fetch(request) ?? Response.error()
  })
  const none = null as never
  const reply = await api.call('login', {
    body: { lineUserId: user.userId, idToken: await server.idToken(user), lineAccessToken: none },
  })
  expect(sent).toEqual(['application/x-www-form-urlencoded;charset=UTF-8', 'lineUserId', 'idToken'])
  expect(failureOf(reply)).toMatchObject({ kind: 'refused', status: 401, code: 'CUSTOMER_NOT_REGISTERED' })
})

test('returns an error response with its fields and request id', async () => {
  server = await testServer()
  const who = await server.signIn()
  const { api } = apiOn(request => server?.fetch(request) ?? Response.error(), who.token)
  const reply = await api.call('putCustomer', { owner: who.customerId, body: { phone: '12' } })
  expect(failureOf(reply)).toMatchObject({
    kind: 'refused',
    code: 'VALIDATION',
    fields: [{ path: 'phone', code: 'phone' }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('an error code of a newer server means no more than its status', async () => {
  const body = { error: 'A_NEWER_CODE', message: 'x', requestId: 'r-1' }
  const headers = { 'X-Request-Id': 'r-1' }
  const codes: unknown[] = []
  for (const status of [401, 404, 409, 422, 429, 500]) {
    const { api } = apiOn(() => Response.json(body, { status, headers }))
    const failure = failureOf(await api.call('activity'))
    codes.push(failure?.kind === 'refused' && `${failure.status} ${failure.code}`)
  }
  expect(codes).toEqual([
    '401 UNAUTHORIZED',
    '404 NOT_FOUND',
    '409 VALIDATION',
    '422 VALIDATION',
    '429 RATE_LIMITED',
    '500 INTERNAL',
  ])
})

test('a 304 to a call without a cached value comes from another server', async () => {
  const { api } = apiOn(() => new Response(null, { status: 304, headers: { ETag: '"a"' } }))
  expect(failureOf(await api.call('activity'))).toEqual({ kind: 'portal', status: 304 })
})

test('uses the cached value on a 304', async () => {
  server = await testServer()
  const { token, customerId: owner } = await server.signIn()
  const statuses: number[] = []
  const { api } = apiOn(async request => {
    const response = (await server?.fetch(request)) ?? Response.error()
    statuses.push(response.status)
    return response
  }, token)
  const first = await api.call('answerHistory', { owner })
  if (!first.ok) throw new Error('no answer')
  const known = { etag: first.headers.get('etag') ?? '', value: first.value }
  const second = await api.call('answerHistory', { owner, cached: known })
  expect(statuses).toEqual([200, 304])
  expect(second.ok && second.value).toBe(first.value)
})

test('rejects a captive portal’s page with any status', async () => {
  for (const status of [200, 302, 403, 511]) {
    const { api, traffic } = apiOn(
      () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
    )
    expect(failureOf(await api.call('activity'))).toEqual({ kind: 'portal', status })
    // A 403 may come from a gateway in front of our server, so it does not show whether our server was reached.
    expect(traffic).toEqual([status === 403 ? null : false])
  }
})

test('rejects a captive portal’s response to HEAD', async () => {
  const { api, traffic } = apiOn(() => new Response(null, { headers: { 'content-type': 'text/html' } }))
  const options = { owner: 'me', params: { sha256: 'a'.repeat(64) } }
  expect(failureOf(await api.call('headImage', options))).toEqual({ kind: 'portal', status: 200 })
  expect(traffic).toEqual([false])
})

test('rejects JSON that does not match the contract', async () => {
  const { api } = apiOn(() => Response.json({ login: 'please' }))
  expect(failureOf(await api.call('activity'))).toEqual({ kind: 'portal', status: 200 })
})

test('accepts a gateway’s 502 to 504 and its Retry-After', async () => {
  const headers = { 'content-type': 'text/html', 'retry-after': '7' }
  const { api } = apiOn(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers }))
  expect(failureOf(await api.call('activity'))).toMatchObject({ kind: 'refused', status: 502, retryAfter: 7 })
  const dated = { date: 'Fri, 20 Nov 2026 05:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 05:02:00 GMT' }
  const later = apiOn(() => new Response('', { status: 503, headers: dated }))
  expect(failureOf(await later.api.call('activity'))).toMatchObject({ status: 503, retryAfter: 120 })
  for (const text of ['soon', '-7']) {
    const odd = apiOn(() => new Response('', { status: 503, headers: { 'retry-after': text } }))
    expect(failureOf(await odd.api.call('activity'))).toMatchObject({ status: 503, retryAfter: null })
  }
})

test('distinguishes a timeout from a lost network and from an abort by the caller', async () => {
  let aborted: unknown = null
  const hanging = (request: Request) => {
    request.signal.addEventListener('abort', () => {
      aborted = request.signal.reason
    })
    return untilAborted(request)
  }
  const { api, traffic } = apiOn(hanging)
  const slow = api.call('activity', { timeout: 4000 })
  await settle()
  await clock.advance(4000)
  expect(failureOf(await slow)).toEqual({ kind: 'timeout' })
  expect(aborted).toMatchObject({ name: 'TimeoutError' })
  const controller = new AbortController()
  const stopped = api.call('activity', { signal: controller.signal })
  await settle()
  controller.abort()
  expect(failureOf(await stopped)).toEqual({ kind: 'aborted' })
  const lost = apiOn(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(failureOf(await lost.api.call('activity'))).toEqual({ kind: 'network' })
  expect(traffic).toEqual([false])
})

test.each([
  ['the fetch', () => new Promise<Response>(() => {})],
  [
    'the body',
    () =>
      new Response(new ReadableStream(), { status: 200, headers: { 'Content-Type': 'application/json' } }),
  ],
])(
  'gives up after the timeout, and when the caller aborts, even if the browser never ends %s',
  async (_, fetch) => {
    const { api, traffic } = apiOn(fetch)
    const slow = api.call('activity', { timeout: 4000 })
    await settle()
    await clock.advance(4000)
    expect(failureOf(await slow)).toEqual({ kind: 'timeout' })
    const controller = new AbortController()
    const left = api.call('activity', { signal: controller.signal })
    await settle()
    controller.abort()
    expect(failureOf(await left)).toEqual({ kind: 'aborted' })
    expect(traffic).toEqual([false])
  },
)

test('waits without limit for a call with a timeout of 0', async () => {
  let answer = (_: Response): void => undefined
  const { api } = apiOn(request =>
    Promise.race([
      untilAborted(request),
      new Promise<Response>(resolve => {
        answer = resolve
      }),
    ]),
  )
  const asked = api.call('question', { owner: 'me' })
  await settle()
  await clock.advance(24 * 60 * 60_000)
  answer(Response.json(null))
  expect(await asked).toMatchObject({ ok: true })
})

test('uploads a photo as bytes and downloads it as an image', async () => {
  server = await testServer()
  const who = await server.signIn()
  const { api } = apiOn(request => server?.fetch(request) ?? Response.error(), who.token)
  const file = png(200, 200, 5)
  const params = { sha256: sha256Of(file) }
  const call = { owner: who.customerId, params }
  expect(failureOf(await api.call('headImage', call))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  const put = await api.call('uploadImage', {
    ...call,
    bytes: { data: new Uint8Array(file), type: 'image/png' },
  })
  expect(put).toMatchObject({ ok: true, value: { sha256: params.sha256, width: 200 } })
  const head = await api.call('headImage', call)
  expect(head.ok && head.headers.get('upload-offset')).toBe(String(file.length))
  const picture = await api.download('getImage', call)
  expect(picture.ok && picture.value.type).toBe('image/png')
})

test('treats a body that is cut in the middle as a lost network, and a complete body that is not JSON as a portal', async () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const cut = () =>
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"opensAt":"20'))
        stream.error(new TypeError('network error'))
      },
    })
  for (const status of [200, 422]) {
    const { api, traffic } = apiOn(() => new Response(cut(), { status, headers }))
    expect(failureOf(await api.call('activity'))).toEqual({ kind: 'network' })
    expect(traffic).toEqual([false])
    const whole = apiOn(() => new Response('{"opensAt":"20', { status, headers }))
    expect(failureOf(await whole.api.call('activity'))).toEqual({ kind: 'portal', status })
  }
})

test('sends no cookies with any request', async () => {
  const credentials: string[] = []
  const { api } = apiOn(request => {
    credentials.push(request.credentials)
    return Response.error()
  }, 'token')
  await api.call('activity')
  await api.call('getCustomer', { owner: 'me' })
  await api.call('putCustomer', { owner: 'me', body: { firstName: 'มะลิ' } })
  expect(credentials).toEqual(['omit', 'omit', 'omit'])
})

test('sends the session only together with the customer for whom the call is made', async () => {
  server = await testServer()
  const [me, other] = [await server.signIn(), await server.signIn()]
  const seen: string[] = []
  const { api } = apiOn(request => {
    const sent = ['authorization', 'x-owner'].map(name => request.headers.get(name))
    seen.push(sent.join(' '))
    return server?.fetch(request) ?? Response.error()
  }, other.token)
  // The cookie holds another customer's session.
  const refused = await api.call('getCustomer', { owner: me.customerId })
  const photo = await api.download('getImage', { owner: me.customerId, params: { sha256: 'a'.repeat(64) } })
  const head = await api.call('headImage', { owner: me.customerId, params: { sha256: 'a'.repeat(64) } })
  for (const reply of [refused, photo, head])
    expect(failureOf(reply)).toMatchObject({ kind: 'refused', status: 409, code: 'OWNER_MISMATCH' })
  // The types require an owner, but an unchecked caller could omit it.
  const nameless = await api.call('getCustomer', {} as { owner: string })
  expect(failureOf(nameless)).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(seen).toEqual([...Array(3).fill(`Bearer ${other.token} ${me.customerId}`), ' '])
})
