import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { MAX_BODY_BYTES } from '#contract/limits.ts'
import { hstsOf } from '#server/http/secure-headers.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

const ORIGIN = 'https://campaign.example'
type Init = RequestInit & { duplex?: 'half' }
const send = (path: string, init: Init = {}, info = {}) =>
  server.fetch(new Request(ORIGIN + path, init), info)
const json = async (response: Response) => (await response.json()) as Record<string, unknown>
const bearer = () => ({ Authorization: `Bearer ${me.token}` })
const put = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  send('/api/customer', {
    method: 'PUT',
    headers: { ...bearer(), 'Content-Type': 'application/json', ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })

test('answers an unknown path with 404 and a JSON error', async () => {
  for (const path of [
    '/api/nope',
    '/api',
    '/api/customer/',
    '/API/customer',
    '/nope',
    '/api/%zz',
    '/api//reward',
  ]) {
    const response = await send(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(Object.keys(await json(response)).sort()).toEqual(['error', 'message', 'requestId'])
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  }
})

test('answers an unsupported method with 405 and lists the supported methods', async () => {
  const response = await send('/api/customer', { method: 'PATCH' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, POST, PUT'])
  expect((await send('/api/receipt/customerHistory', { method: 'PUT' })).status).toBe(405)
  expect((await send('/api/authorization/login')).status).toBe(405)
})

test('answers HEAD like GET, without a body', async () => {
  const response = await send('/api/master/activity', { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('refuses every call that needs a session if the bearer token is missing', async () => {
  for (const [name, route] of Object.entries(calls)) {
    if (route.auth !== 'bearer') continue
    const path = route.path.replace(/:\w+/g, 'x')
    for (const headers of [
      {},
      { Cookie: `accessToken=${me.token}` },
      { Authorization: `Basic ${me.token}` },
    ]) {
      const response = await send(path, { method: route.method, headers })
      expect([name, response.status]).toEqual([name, 401])
    }
  }
})

test('sends the security headers with every response, errors included', async () => {
  const answers = [
    await send('/healthz'),
    await send('/api/nope'),
    await send('/api/customer'),
    await send('/api/customer', { method: 'PATCH' }),
    await put('{'),
  ]
  for (const { headers } of answers) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('asks browsers for HTTPS only if the public URL has it, and spares subdomains on request', () => {
  expect(hstsOf('https://campaign.example', true)).toBe('max-age=31536000; includeSubDomains')
  expect(hstsOf('https://campaign.example', false)).toBe('max-age=31536000')
  expect([hstsOf('http://localhost:4000', true), hstsOf(null, true)]).toEqual([false, false])
})

test('sends no HSTS header without HTTPS', async () => {
  const local = await testServer({ deps: { hsts: false } })
  const { headers } = await local.fetch(new Request('http://localhost:4000/healthz'))
  expect(headers.get('strict-transport-security')).toBeNull()
  await local.close()
})

test('returns the request id that the client sent, or a new one if it is malformed', async () => {
  const sane = await send('/api/customer', { headers: { 'X-Request-Id': 'phone-0001' } })
  expect([sane.headers.get('x-request-id'), (await json(sane)).requestId]).toEqual([
    'phone-0001',
    'phone-0001',
  ])
  for (const given of ['x', 'a b c d e f g', 'x'.repeat(65), '<script>alert(1)']) {
    const response = await send('/healthz', { headers: { 'X-Request-Id': given } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('refuses a body above the limit with a correct, a missing and a false Content-Length', async () => {
  const big = JSON.stringify({ addressLine: 'x'.repeat(MAX_BODY_BYTES) })
  const stream = (text: string) => new Blob([text]).stream()
  expect((await put(big)).status).toBe(413)
  expect((await put(stream(big))).status).toBe(413)
  expect((await put(stream(big), { 'Content-Length': '10' })).status).toBe(413)
  expect((await put('{}', { 'Content-Length': '99999999' })).status).toBe(413)
  expect((await put('{"firstName":"x"}', { 'Content-Length': '3' })).status).toBe(400)
  expect((await put('{}', { 'Content-Length': '-1' })).status).toBe(400)
  const largest = `{"firstName":"x"${' '.repeat(MAX_BODY_BYTES - 17)}}`
  expect([largest.length, (await put(largest)).status]).toEqual([MAX_BODY_BYTES, 200])
})

test('stores nothing if the body is cut off', async () => {
  let sent = false
  const body = new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(new Error('connection lost'))
      sent = true
      controller.enqueue(new TextEncoder().encode('{"firstName":"x"}'))
    },
  })
  expect((await put(body)).status).toBe(400)
  expect((await me.call('getCustomer')).body.firstName).toBe('สมชาย')
})

test('answers another content type or a compressed body with 415', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    '',
  ])
    expect([type, (await put('{"firstName":"x"}', { 'Content-Type': type })).status]).toEqual([type, 415])
  expect((await put('{"firstName":"x"}', { 'Content-Type': 'Application/JSON; charset=UTF-8' })).status).toBe(
    200,
  )
  expect((await put('{}', { 'Content-Encoding': 'gzip' })).status).toBe(415)
  const login = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
  expect((await send('/api/authorization/login', login)).status).toBe(415)
})

test('refuses a body that is not a JSON object in UTF-8', async () => {
  const bodies = [
    '{',
    'null',
    '[]',
    '"x"',
    '1',
    'true',
    '{"a":1}{',
    "{'a':1}",
    '﻿{}',
    '{"a":NaN}',
    '['.repeat(9000),
  ]
  for (const body of bodies)
    expect([body.slice(0, 9), (await put(body)).status]).toEqual([body.slice(0, 9), 400])
  const latin = new Uint8Array([...new TextEncoder().encode('{"firstName":"'), 0xe9, 0x22, 0x7d])
  const refused = await put(latin)
  expect([refused.status, (await json(refused)).fields]).toEqual([400, [{ path: 'body', code: 'encoding' }]])
})

test('refuses a form with a duplicate field, a file, a broken escape or an unknown field', async () => {
  const user = me.user.userId
  const login = async (body: BodyInit, type?: string) => {
    const headers = type === undefined ? {} : { 'Content-Type': type }
    const response = await send('/api/authorization/login', { method: 'POST', headers, body })
    return [response.status, (await json(response)).fields]
  }
  const form = 'application/x-www-form-urlencoded'
  const named = (path: string, code: string) => [400, [{ path, code }]]
  expect(await login(`lineUserId=${user}&lineUserId=${user}`, form)).toEqual(named('lineUserId', 'duplicate'))
  expect(await login(`lineUserId=%E0%A4`, form)).toEqual(named('body', 'encoding'))
  expect(await login(`lineUserId=%zz`, form)).toEqual(named('body', 'encoding'))
  expect(await login(`lineUserId=${user}&isAdmin=1`, form)).toEqual(named('isAdmin', 'unknown'))
  expect(await login(`lineUserId=${user}&__proto__=1`, form)).toEqual(named('__proto__', 'unknown'))
  expect(await login('', form)).toEqual(named('lineUserId', 'required'))
  const file = new FormData()
  file.set('lineUserId', new File(['x'], 'x.txt'))
  expect(await login(file)).toEqual(named('lineUserId', 'file'))
  const twice = new FormData()
  twice.append('lineUserId', user)
  twice.append('lineUserId', user)
  expect(await login(twice)).toEqual(named('lineUserId', 'duplicate'))
  expect(await login('rubbish', 'multipart/form-data; boundary=x')).toEqual(named('body', 'multipart'))
  expect(await login('rubbish', 'multipart/form-data')).toEqual(named('body', 'multipart'))
})

test('refuses an unknown or repeated query parameter and a malformed id in the path', async () => {
  const get = async (path: string) => {
    const response = await send(path, { headers: bearer() })
    return [response.status, ((await json(response)).fields as { path: string }[])?.[0]?.path]
  }
  expect(await get('/api/master/district?provinceId=1&provinceId=2')).toEqual([400, 'provinceId'])
  expect(await get('/api/master/district?provinceId=10&x=1')).toEqual([400, 'x'])
  expect(await get('/api/master/district')).toEqual([400, 'provinceId'])
  expect(await get('/api/receipt/..%2f..%2fetc')).toEqual([400, 'id'])
  expect(await get(`/api/customer?x=${'y'.repeat(2100)}`)).toEqual([413, undefined])
})

test('refuses a call whose X-Owner is not the customer of the session', async () => {
  const other = await server.signIn()
  const refused = await put('{"firstName":"x"}', { 'X-Owner': other.customerId })
  expect([refused.status, (await json(refused)).error]).toEqual([409, 'OWNER_MISMATCH'])
  expect((await put('{"firstName":"x"}', { 'X-Owner': me.customerId })).status).toBe(200)
})

test('lets only the allowed origins read responses, without credentials', async () => {
  const shared = await testServer({ deps: { allowedOrigins: ['https://app.example'] } })
  const ask = (origin: string, method = 'GET') =>
    shared.fetch(
      new Request(`${ORIGIN}/api/master/activity`, {
        method,
        headers: {
          Origin: origin,
          ...(method === 'OPTIONS' ? { 'Access-Control-Request-Method': 'GET' } : {}),
        },
      }),
    )
  const known = await ask('https://app.example')
  expect(known.headers.get('access-control-allow-origin')).toBe('https://app.example')
  expect(known.headers.get('access-control-allow-credentials')).toBeNull()
  const preflight = await ask('https://app.example', 'OPTIONS')
  expect([preflight.status, preflight.headers.get('access-control-max-age')]).toEqual([204, '600'])
  for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example'])
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask(origin, method)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('access-control-allow-methods')).toBeNull()
      expect(headers.get('vary')).toBe('Origin')
    }
  await shared.close()
})

test('lets clients cache public lists for a day and answers 304 while they are unchanged', async () => {
  const first = await send('/api/master/all')
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
  const etag = (first.headers.get('etag') ?? '').replace('W/', '')
  expect(etag).not.toBe('')
  for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await send('/api/master/all', { headers: { 'If-None-Match': given } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
})

test('answers 503 without a database, and the process keeps running', async () => {
  const broken = await testServer()
  const { token } = await broken.signIn()
  await broken.db.destroy()
  for (const name of ['getCustomer', 'readyz', 'activity'] as const) {
    const { status, error, headers } = await broken.call(name, { token })
    expect([name, status, error.error]).toEqual([name, 503, 'UNAVAILABLE'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await broken.call('healthz')).status).toBe(200)
})

test('is not ready without the image store', async () => {
  const probe = async () => {
    throw new Error('no disk')
  }
  const broken = await testServer({ deps: { objects: { ...server.objects, probe } } })
  expect((await broken.call('readyz')).status).toBe(503)
  expect((await server.call('readyz')).body).toEqual({ ok: true })
  await broken.close()
})

test('logs nothing that identifies a person', async () => {
  const lines: string[] = []
  const logged = await testServer({ onLog: line => lines.push(line) })
  const { token, user } = await logged.signIn()
  await logged.call('getCustomer', { token })
  await logged.call('putCustomer', { token, body: { firstName: 'สมหญิง', phone: '1' } })
  await logged.call('login', { form: { lineUserId: user.userId, idToken: await logged.idToken(user) } })
  await logged.close()
  const all = lines.join('')
  expect(lines.length).toBeGreaterThanOrEqual(4)
  for (const secret of [token, user.userId, '0800000001', 'สมชาย', 'สมหญิง', 'eyJ'])
    expect(all).not.toContain(secret)
})
