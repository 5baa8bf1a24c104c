import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { sendRaw } from '#emulator-tests/kit/raw-http.ts'
import { createDesk } from '#server/desk/app.ts'
import { deskPages } from '#server/desk/pages.ts'
import { deskDepsOf } from '#server/desk/start.ts'
import { createServer } from '#server/server.ts'
import { DESK_ORIGIN, testDesk } from '#tests/kit/desk.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

/** Covers the desk's HTTP interface: headers, content types, paths, methods and the framing of messages. */

let withPages: ReturnType<typeof createDesk>

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
beforeEach(async () => {
  const folder = await testFolder()
  for (const name of ['assets', '.git']) mkdirSync(join(folder, name))
  for (const name of ['index.html', 'preview.html', 'assets/a.js', 'assets/a.css', '.git/config', '.hash'])
    writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, '..', 'outside.txt'), 'outside')
  const deps = deskDepsOf(server.deps, { origin: DESK_ORIGIN, demo: false })
  withPages = createDesk(deps, { pages: deskPages(folder) })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  withPages.fetch(new Request(`${DESK_ORIGIN}${path}`, { headers }), { ip: '192.0.2.1' })

/** Returns one response of each kind: calls, refusals, pages, files and errors. */
async function everyKind(): Promise<readonly (readonly [what: string, response: Response])[]> {
  const one = await desk.join('manager')
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const post = { ...headers, Origin: DESK_ORIGIN, 'Content-Type': 'application/json' }
  return [
    ['call', await one.send('/desk-api/people', { headers })],
    ['change', await one.send('/desk-api/sign-in/options', { method: 'POST', headers: post, body: '{}' })],
    ['refusal', await get('/desk-api/me')],
    ['other method', await get('/desk-api/sign-out')],
    ['unknown call', await get('/desk-api/nope')],
    ['other host', await desk.desk.fetch(new Request('https://evil.example/'), {})],
    [
      'page at another host',
      await desk.desk.fetch(new Request('http://127.0.0.1/', { headers: { Accept: 'text/html' } }), {}),
    ],
    ['page', await get('/customers')],
    ['preview', await get('/preview.html')],
    ['script', await get('/assets/a.js')],
    ['missing file', await get('/assets/none.js')],
  ]
}

test('desk check 33: every response asks for HTTPS on all subdomains for a year, and has all security headers', async () => {
  for (const [what, { headers }] of await everyKind()) {
    expect([what, headers.get('strict-transport-security')]).toEqual([
      what,
      'max-age=31536000; includeSubDomains',
    ])
    expect([what, headers.get('x-content-type-options')]).toEqual([what, 'nosniff'])
    expect([what, headers.get('referrer-policy')]).toEqual([what, 'no-referrer'])
    expect([what, headers.get('cross-origin-opener-policy')]).toEqual([what, 'same-origin'])
    expect([what, headers.get('cross-origin-resource-policy')]).toEqual([what, 'same-origin'])
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "base-uri 'none'", "form-action 'none'"])
      expect([what, policy.split('; ')]).toEqual([what, expect.arrayContaining([part])])
    expect([what, policy]).toEqual([what, expect.stringMatching(/frame-ancestors '(none|self)'/)])
    // WebAssembly is allowed, but scripts from strings are not.
    expect([what, policy.replace("'wasm-unsafe-eval'", '')]).not.toEqual([
      what,
      expect.stringMatching(/(script|object)-src[^;]*(unsafe|\*|http)/),
    ])
  }
})

test('desk check 33: subdomains are spared if the operator says so, and a desk without HTTPS asks for nothing', async () => {
  const headersWith = async (hsts: string | false, origin: string) => {
    const deps = deskDepsOf({ ...server.deps, hsts }, { origin, demo: false })
    const response = await createDesk(deps).fetch(new Request(`${origin}/desk-api/welcome`), {})
    return response.headers.get('strict-transport-security')
  }
  expect(await headersWith('max-age=31536000', DESK_ORIGIN)).toBe('max-age=31536000')
  expect(await headersWith('max-age=31536000', 'http://localhost:4100')).toBeNull()
})

test('desk check 34: every body has the content type of its contents with its character set', async () => {
  const types = new Map((await everyKind()).map(([what, { headers }]) => [what, headers.get('content-type')]))
  for (const what of ['call', 'change', 'refusal', 'other method', 'unknown call', 'other host'])
    expect([what, types.get(what)]).toEqual([what, 'application/json; charset=utf-8'])
  for (const what of ['page at another host', 'missing file'])
    expect(types.get(what)?.toLowerCase()).toBe('text/plain; charset=utf-8')
  for (const what of ['page', 'preview']) expect(types.get(what)).toBe('text/html; charset=utf-8')
  expect(types.get('script')).toMatch(/^text\/javascript; charset=utf-8$/)
})

test('desk check 34: no answer to a call may be stored by a browser or a cache', async () => {
  const one = await desk.join('manager')
  const calls = Object.entries(deskCalls) as [DeskCallName, DeskCallDefinition][]
  for (const [name] of calls) {
    const params = { id: one.personId, position: '0' } as never
    const { headers } = await one.call(name, { params })
    expect([name, headers.get('cache-control')]).toEqual([name, 'no-store'])
  }
})

test('desk check 34: no answer allows another origin to read it', async () => {
  for (const path of ['/desk-api/welcome', '/desk-api/me', '/', '/assets/a.js']) {
    const { headers } = await get(path, { Origin: 'https://evil.example' })
    expect([path, [...headers.keys()].filter(name => name.startsWith('access-control-'))]).toEqual([path, []])
  }
  const preflight = new Request(`${DESK_ORIGIN}/desk-api/people/invite`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  })
  const { status, headers } = await desk.desk.fetch(preflight, {})
  expect([status, headers.get('access-control-allow-origin')]).toEqual([405, null])
})

test('desk check 35: encoded and doubly encoded paths reach neither calls nor files outside the desk', async () => {
  const one = await desk.join('manager')
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  for (const path of ['/desk-api/%70eople', '/desk-api%2fpeople', '/%64esk-api/people', '//desk-api/people'])
    expect([path, (await one.send(path, { headers })).status]).toEqual([path, 404])
  const outside = [
    ...['/../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt', '/%252e%252e/outside.txt'],
    ...['/assets/..%5c..%5coutside.txt', '/assets/%2e%2e%2f%2e%2e%2foutside.txt', '/%00/outside.txt'],
    ...['/.git/config', '/%2egit/config', '/.hash', '/assets/../.git/config', '/x/.git/config'],
  ]
  for (const path of outside) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.text()).not.toMatch(/outside|config/)
  }
})

test('desk check 35: no folder is listed, and the desk’s port has no monitoring, documentation or call of the customers', async () => {
  expect(await (await get('/assets/')).text()).not.toContain('a.js')
  const page = await (await get('/')).text()
  for (const path of [
    '/metrics',
    '/healthz',
    '/readyz',
    '/api/openapi.json',
    '/api/customer',
    '/line/webhook',
  ]) {
    const response = await get(path)
    expect([path, [404, 200].includes(response.status)]).toEqual([path, true])
    // For an unknown path without an extension, the desk sends its page, which then says that there is no such page.
    if (response.status === 200) expect([path, await response.text()]).toEqual([path, page])
  }
})

test('desk check 36: a change cannot be made with a safe method, and a read not with another one', async () => {
  const one = await desk.join('manager')
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: DESK_ORIGIN, 'Content-Type': 'application/json' }
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of Object.values(deskCalls))
    methods.set(path, (methods.get(path) ?? new Set()).add(method))
  for (const [path, own] of methods)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST']) {
      if (own.has(method)) continue
      const response = await one.send(path.replace(':id', one.personId).replace(':position', '0'), {
        method,
        headers,
      })
      expect([path, method, response.status]).toEqual([path, method, 405])
      expect(response.headers.get('allow')).toBe([...own].sort().join(', '))
    }
  expect((await one.call('people')).body.people).toHaveLength(1)
})

test('a request id of the client is repeated only if it is well formed', async () => {
  const sent = 'abcdefgh-12345'
  expect((await get('/desk-api/welcome', { 'X-Request-Id': sent })).headers.get('x-request-id')).toBe(sent)
  for (const forged of ['x', 'a b c d e f g', '<script>alert(1)</script>', 'x'.repeat(65)]) {
    const response = await get('/desk-api/me', { 'X-Request-Id': forged })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await response.json()).requestId).toBe(response.headers.get('x-request-id'))
  }
})

test('desk check 44: TRACE, conflicting lengths, two hosts, a huge header and data that is not HTTP are refused', async () => {
  const listening = await createServer(withPages.fetch, { port: 0, host: '127.0.0.1' })
  const raw = (text: string) => sendRaw(listening.port, text)
  const host = `Host: ${new URL(DESK_ORIGIN).host}\r\n`
  expect(await raw(`TRACE /desk-api/me HTTP/1.1\r\n${host}\r\n`)).toMatch(/ 4\d\d /)
  const both = 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n'
  expect(await raw(`POST /desk-api/sign-in HTTP/1.1\r\n${host}${both}\r\n0\r\n\r\n`)).toContain('400')
  expect(await raw(`GET /desk-api/me HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`)).toContain('400')
  expect(await raw(`GET /desk-api/me HTTP/1.1\r\n${host}X: ${'x'.repeat(17_000)}\r\n\r\n`)).toContain('431')
  expect(await raw('rubbish\r\n\r\n')).toContain('400')
  await listening.close(100)
})

test('desk check 45: no address of a call takes a name, a text, a token or a secret', () => {
  const parts = new Set<string>()
  for (const { path, params, query } of Object.values(deskCalls as Record<string, DeskCallDefinition>)) {
    for (const [, name = ''] of path.matchAll(/:(\w+)/g)) parts.add(name)
    for (const { entries } of [params, query] as unknown as { entries: object }[])
      for (const name of Object.keys(entries)) parts.add(name)
  }
  // Ids, positions in a list, and filters with a fixed list of values.
  expect([...parts].toSorted()).toEqual([
    'after',
    'before',
    'held',
    'id',
    'position',
    'prize',
    'reason',
    'show',
  ])
})
