import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_BODY_BYTES, MAX_IMAGE_BYTES } from '#contract/limits.ts'
import { sendRaw } from '#emulator-tests/kit/raw-http.ts'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { createServer } from '#server/server.ts'
import { serveStatic } from '#server/static.ts'
import { newPhoto } from '#tests/kit/activity.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { sha256Of } from '#tests/kit/images.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'
import { residentMemory, startServerProcess } from '#tests/kit/server-process.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())

const ORIGIN = 'https://campaign.example'
const ask = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
  server.fetch(new Request(ORIGIN + path, init))

const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "script-src 'self' https://static.line-scdn.net",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data: https://profile.line-scdn.net",
  "connect-src 'self' https://api.line.me https://access.line.me https://liffsdk.line-scdn.net https://liff-subwindow.line.me https://uts-front.line-apps.com",
  'frame-src https://liff-subwindow.line.me',
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "media-src 'self' blob:",
].join('; ')

test('check 16 (ASVS 3.4.3, 3.4.6): every HTML response has exactly the policy, and no other response is HTML', async () => {
  const folder = await testFolder()
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>x</title>')
  const files = serveStatic(folder, {
    csp: () => contentSecurityPolicy(),
    hsts: 'max-age=31536000; includeSubDomains',
  })
  for (const path of ['/', '/index.html', '/receipt/7', '/nowhere', '/?code=x&state=y']) {
    const response = await files(new Request(ORIGIN + path))
    expect([path, response?.status, response?.headers.get('content-security-policy')]).toEqual([
      path,
      200,
      POLICY,
    ])
  }
  for (const path of ['/assets/none.js', '/none.html', '/api/customer', '/api/nope', '/healthz']) {
    const response = (await files(new Request(ORIGIN + path))) ?? (await ask(path))
    expect([path, response.headers.get('content-type')]).not.toEqual([path, expect.stringContaining('html')])
  }
  const bytes = newPhoto()
  const sha256 = sha256Of(bytes)
  await me.call('uploadImage', { params: { sha256 }, bytes })
  const { headers } = await me.call('getImage', { params: { sha256 } })
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
})

test('check 17 (ASVS 3.4.1, 3.4.4, 3.4.5, 3.4.8): every response has HSTS, nosniff, referrer and opener policy', async () => {
  const folder = await testFolder()
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>x</title>')
  await writeFile(join(folder, 'a.js'), '1')
  const files = serveStatic(folder, {
    csp: () => contentSecurityPolicy(),
    hsts: 'max-age=31536000; includeSubDomains',
  })
  const authorization = { Authorization: `Bearer ${me.token}` }
  const broken = await testServer()
  await broken.call('activity')
  await broken.close()
  const answers = [
    await ask('/healthz'),
    await ask('/api/nope'),
    await ask('/api/customer'),
    await ask('/api/customer', { headers: authorization }),
    await ask('/api/customer', { method: 'PATCH' }),
    await ask('/api/customer', {
      method: 'PUT',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: '{',
    }),
    await ask('/api/master/all'),
    await ask(`/api/${'x'.repeat(3000)}`),
    await ask('/api/master/activity', {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'GET' },
    }),
    await broken.fetch(new Request(`${ORIGIN}/api/master/activity`)),
    await files(new Request(`${ORIGIN}/`)),
    await files(new Request(`${ORIGIN}/a.js`)),
    await files(new Request(`${ORIGIN}/assets/none.js`)),
  ]
  expect(answers.map(one => one?.status)).toEqual([
    200, 404, 401, 200, 405, 400, 200, 413, 204, 503, 200, 200, 404,
  ])
  for (const answer of answers) {
    const names = [
      'strict-transport-security',
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
    ]
    expect(names.map(name => answer?.headers.get(name))).toEqual([
      'max-age=31536000; includeSubDomains',
      'nosniff',
      'strict-origin',
      'same-origin-allow-popups',
    ])
    expect(answer?.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

/** Returns a stream of this many chunks of zeros. */
function endless(pieces: number): ReadableStream {
  let left = pieces
  return new ReadableStream({
    pull(controller) {
      left -= 1
      if (left < 0) controller.close()
      else controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
}

test('check 19 (ASVS 5.2.1, 4.2.1): bodies that are too long or have a false length are refused without reading them into memory', async () => {
  const image = `/api/receipt/image/${'a'.repeat(64)}`
  const headers = { Authorization: `Bearer ${me.token}`, 'Content-Type': 'image/jpeg' }
  const before = await dump(server.db)
  const whole = await ask(image, { method: 'PUT', headers, body: new Uint8Array(MAX_IMAGE_BYTES + 1) })
  expect(whole.status).toBe(413)
  const chunked = await ask(image, { method: 'PUT', headers, body: endless(16_384), duplex: 'half' })
  expect(chunked.status).toBe(413)
  const json = { Authorization: `Bearer ${me.token}`, 'Content-Type': 'application/json' }
  const long = JSON.stringify({ firstName: 'x'.repeat(MAX_BODY_BYTES) })
  expect((await ask('/api/customer', { method: 'PUT', headers: json, body: long })).status).toBe(413)
  expect(changes(before, await dump(server.db))).toEqual([])

  const listening = await createServer(server.fetch, { port: 0, host: '127.0.0.1' })
  const line =
    'POST /api/authorization/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const lies = [
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
    'Content-Length: -1\r\n\r\n',
    'Content-Length: 1e3\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nZZ\r\nabcd\r\n0\r\n\r\n',
    'Content-Length: 99999999999\r\n\r\n',
  ]
  for (const lie of lies)
    expect([lie, await sendRaw(listening.port, line + lie)]).toEqual([
      lie,
      expect.stringMatching(/ (400|413) /),
    ])
  await listening.close(100)
}, 180_000)

test('check 19 (ASVS 5.2.1, 4.2.1): bodies much larger than 32 MB, one after the other, use less than 32 MB of memory', async () => {
  const store = await prepareStore(testDialect, 1)
  const running = await startServerProcess({ ...store.env })
  const [who] = store.customers
  const headers = { Authorization: `Bearer ${who?.token}`, 'Content-Type': 'image/jpeg' }
  const path = `/api/receipt/image/${'a'.repeat(64)}`
  // Each chunk has 64 kB, which makes 48 MB for a push or a merge, and a gigabyte at night.
  const chunks = inCircle({ push: 768, merge: 768, nightly: 16_384 })
  const send = async () => {
    // The server may refuse the request before it has received the whole body. It then closes the connection
    // during the upload.
    const response = await fetch(`${running.origin}${path}`, {
      method: 'PUT',
      headers,
      body: endless(chunks),
      duplex: 'half',
    } as RequestInit).catch(() => null)
    expect([413, undefined]).toContain(response?.status)
    return response?.status === 413
  }
  // The first uploads warm up the process: code is compiled and the heap grows.
  const [warmUps, times] = inCircle({ push: [1, 3], merge: [1, 3], nightly: [3, 7] } as const)
  for (let time = 0; time < warmUps; time++) await send()
  const before = await residentMemory(running.pid)
  let refused = 0
  for (let time = 0; time < times; time++) refused += (await send()) ? 1 : 0
  const grown = (await residentMemory(running.pid)) - before
  await running.kill()
  await store.drop()
  expect(refused).toBeGreaterThan(0)
  expect(grown).toBeLessThan(32)
}, 180_000)
