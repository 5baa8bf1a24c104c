import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '#emulator-tests/kit/raw-http.ts'
import { createServer, type Listening } from '#server/server.ts'
import { changes, dump } from '#tests/kit/dump.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { testServer } from '#tests/kit/server.ts'

let listening: Listening
let token: string
const server = eachFile(testServer)
beforeAll(async () => {
  token = (await server.signIn()).token
  listening = await createServer(server.fetch, { port: 0, host: '127.0.0.1' })
})
afterAll(() => listening.close(100))

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const asked = (start: string, ...headers: string[]): string =>
  [`${start} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')
/** Returns a request that would change the profile if its headers were valid. */
const write = (...headers: string[]): string =>
  `${asked('PUT /api/customer', `Authorization: Bearer ${token}`, 'Content-Type: application/json', ...headers)}{"firstName":"x"}`

test.each<[string, () => string]>([
  ['no Host header', () => 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two Host headers', () => asked('GET /healthz', 'Host: x')],
  ['an empty Host header', () => 'GET /healthz HTTP/1.1\r\nHost:\r\n\r\n'],
  ...['a b', '[', 'x:99999', 'u:p@x', 'x/y?z', '%00', '\xff'].map((host): [string, () => string] => [
    `the Host header ${host}`,
    () => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ]),
  ...[
    '*',
    'healthz',
    'http://',
    '/\\..\\x',
    '/%zz',
    '/api/receipt/%zz',
    '/api/draw/%ff',
    '/\x80',
    `/?${'a'.repeat(3000)}`,
  ].map((target): [string, () => string] => [
    `the target ${target.slice(0, 20)}`,
    () => asked(`GET ${target}`),
  ]),
  ...['BREW', 'get', 'TRACE', 'QUERY', 'G\x00T'].map((method): [string, () => string] => [
    `the method ${method}`,
    () => asked(`${method} /api/customer`),
  ]),
  ['another protocol', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an HTTP version that does not exist', () => 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['a TLS handshake', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['lines that end in LF only', () => 'GET /healthz HTTP/1.1\nHost: x\n\n'],
  ['a header folded over two lines', () => write('A: b\r\n c', 'Content-Length: 17')],
  ['a NUL in a header name', () => write('A\x00: b', 'Content-Length: 17')],
  ['a NUL in a header value', () => write('A: b\x00c', 'Content-Length: 17')],
  ['an invalid header name', () => write('\xff\xfe: x', 'Content-Length: 17')],
  ['a header above the size limit', () => write(`A: ${'b'.repeat(17_000)}`, 'Content-Length: 17')],
  ['more headers than allowed', () => write(...Array<string>(98).fill('A: b'), 'Content-Length: 17')],
  ['an unknown expectation', () => write('Expect: 200-ok', 'Content-Length: 17')],
  [
    'two Authorization headers',
    () =>
      write(`Authorization: Bearer ${'A'.repeat(43)}`, 'Content-Length: 18').replace(
        /Bearer \w+/,
        'Bearer x',
      ),
  ],
  ['two different lengths', () => write('Content-Length: 17', 'Content-Length: 18')],
  ['a hexadecimal length', () => write('Content-Length: 0x11')],
  ['a length with a sign', () => write('Content-Length: +17')],
  ['a length and chunked encoding', () => write('Content-Length: 17', 'Transfer-Encoding: chunked')],
  ['a compressed chunked encoding', () => write('Transfer-Encoding: gzip, chunked')],
  ['an unknown transfer encoding', () => write('Transfer-Encoding: xchunked')],
  ['an invalid chunk size', () => write('Transfer-Encoding: chunked')],
])('refuses a request with %s on the wire and stores nothing', async (_, text) => {
  const before = await dump(server.db)
  const answer = await sendRaw(listening.port, bytes(text()))
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(changes(before, await dump(server.db))).toEqual([])
  expect(await sendRaw(listening.port, bytes(asked('GET /healthz')))).toBe('HTTP/1.1 200 OK')
})

test.each(['', '{', '{"firstName":', '{"firstName":"x"'])(
  'stores nothing if the client disconnects after sending %j of the body',
  async begun => {
    const before = await dump(server.db)
    const head = write('Content-Length: 17').replace(/\{.*$/, '')
    await sendRaw(listening.port, bytes(head + begun), { hangUp: true })
    expect(changes(before, await dump(server.db))).toEqual([])
    expect(await sendRaw(listening.port, bytes(asked('GET /healthz')))).toBe('HTTP/1.1 200 OK')
  },
)

test('closes a CONNECT request without a response', async () =>
  expect(await sendRaw(listening.port, bytes(asked('CONNECT x:1')))).toBe(''))

test('accepts the same request with valid headers', async () =>
  expect(await sendRaw(listening.port, bytes(write('Content-Length: 17')))).toBe('HTTP/1.1 200 OK'))
