import { expect, test } from 'vitest'
import { createApi } from '#src/platform/http.ts'
import type { Reply } from '#src/ports.ts'
import { virtualClock } from '#tests/kit/clock.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer | null = null

const failureOf = (reply: Reply<unknown>) => (reply.ok ? null : reply.failure)

const apiOn = (fetch: (request: Request) => Promise<Response> | Response, token: string | null = null) =>
  createApi({
    fetch: async request => fetch(request),
    baseUrl: 'https://campaign.example',
    token: () => token,
    clock: virtualClock(0),
  })

test('takes no gateway’s error for our server’s because of its request id, and keeps its Retry-After', async () => {
  for (const status of [201, 204, 301, 400, 401, 403, 404, 409, 413, 422, 429, 500]) {
    const headers = { 'content-type': 'text/html', 'x-request-id': 'a-gateway', 'retry-after': '7' }
    const api = apiOn(() => new Response(status === 204 ? null : '<html>', { status, headers }))
    expect(failureOf(await api.call('activity'))).toEqual({ kind: 'portal', status, retryAfter: 7 })
  }
})

test.each([
  [429, ''],
  [503, ''],
  [503, '{"error":'],
  [200, '<html>'],
])('keeps the Retry-After of a %i that is called JSON and is not: %j', async (status, body) => {
  const headers = { 'content-type': 'application/json', 'retry-after': '300' }
  const api = apiOn(() => new Response(body, { status, headers }))
  expect(failureOf(await api.call('activity'))).toMatchObject({ status, retryAfter: 300 })
})

test.each([
  [400, null],
  [403, null],
  [404, null],
  [429, null],
  [500, null],
  [200, false],
  [302, false],
  [511, false],
])(
  'a %i with a page: the phone says that it is offline only behind a Wi-Fi sign-in page',
  async (status, reached) => {
    const traffic: (boolean | null)[] = []
    const strangers: boolean[] = []
    const api = createApi({
      fetch: async () => new Response('<html>', { status }),
      baseUrl: 'https://campaign.example',
      token: () => null,
      clock: virtualClock(0),
      onTraffic(heard, stranger = false) {
        traffic.push(heard)
        strangers.push(stranger)
      },
    })
    const call = { owner: 'me', body: { firstName: 'x' }, idempotencyKey: crypto.randomUUID() }
    await api.call('putCustomer', call)
    await api.call('activity')
    expect(traffic).toEqual([reached, reached])
    expect(strangers).toEqual([reached === false, reached === false])
  },
)

test('names the idempotency key of an error, which older servers repeat in its header', async () => {
  server = await testServer()
  const who = await server.signIn()
  const key = crypto.randomUUID()
  const api = apiOn(request => server?.fetch(request) ?? Response.error(), who.token)
  const call = { owner: who.customerId, body: { phone: '12' }, idempotencyKey: key }
  expect(failureOf(await api.call('putCustomer', call))).toMatchObject({ code: 'VALIDATION', key })
  const body = { error: 'VALIDATION', message: 'x', requestId: 'r' }
  const older = apiOn(() => Response.json(body, { status: 400, headers: { 'Idempotency-Key': key } }))
  expect(failureOf(await older.call('putCustomer', call))).toMatchObject({ key })
  const nameless = apiOn(() => Response.json(body, { status: 400 }))
  expect(failureOf(await nameless.call('putCustomer', call))).not.toHaveProperty('key')
})
