import {
  connect as connectHttp2,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eachTest } from '#tests/kit/each-test.ts'
import { openTls, portOf, startWithProxy } from './forward-proxy-kit.ts'
import { startServer, withEmulator } from './kit.ts'

/** Clients that set the header `Host` themselves, and clients that use HTTP/2, through the emulator's two proxies. */

const CERTS = '/oauth2/v2.1/certs'
const TOKEN = '/oauth2/v2.1/token'

/** Sends raw bytes over a connection and resolves with everything that arrives until it closes. */
function exchange(socket: ReturnType<typeof connect>, text: string): Promise<string> {
  return new Promise(resolve => {
    let answer = ''
    socket.on('data', data => {
      answer += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`

test.each([
  [`GET ${CERTS} HTTP/1.1`, ['Host: API.LINE.ME.:443'], '200'],
  [`GET https://api.line.me${CERTS} HTTP/1.1`, ['Host: example.com'], '200'],
  [`GET ${CERTS} HTTP/1.0`, [], '200'],
  [`GET ${CERTS} HTTP/1.1`, ['Host: example.com'], '421'],
  [`GET https://example.com${CERTS} HTTP/1.1`, ['Host: api.line.me'], '421'],
])('in a tunnel to LINE, %s with %j is answered with %s', async (line, headers, status) => {
  const { proxy, ca } = await startWithProxy()
  const secure = await openTls(proxy.url, 'api.line.me:443', 'api.line.me', ca)
  const answer = await exchange(secure, head(line, ...headers, 'Connection: close'))
  expect(answer.split(' ')[1]).toBe(status)
})

test('a forwarded request has the host of its URL, even if the client names another', async () => {
  const { proxy, emulator } = await startWithProxy()
  const hosts: (string | undefined)[] = []
  const { url, close } = await startServer(({ headers }, outgoing) => {
    hosts.push(headers.host)
    outgoing.end()
  })
  onTestFinished(close)
  for (const host of ['api.line.me', 'other.example']) {
    const lines = [`GET ${url}/ HTTP/1.1`, `Host: ${host}`, 'Connection: close']
    expect(await exchange(connect(portOf(proxy.url), '127.0.0.1'), head(...lines))).toContain(' 200 ')
  }
  expect(hosts).toEqual(Array(2).fill(new URL(url).host))
  expect(emulator.requests()).toEqual([])
})

test('a client that names another host reaches the app behind the emulator, never that host', async () => {
  const hosts: (string | undefined)[] = []
  const app = await startServer(({ headers, method }, outgoing) => {
    if (method === 'GET') hosts.push(headers.host)
    outgoing.end('app')
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const get = (path: string, host: string) => {
      const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close']
      return exchange(connect(portOf(url), 'localhost'), head(...lines))
    }
    for (const host of ['api.line.me', 'other.example:1', 'localhost'])
      expect(await get('/', host)).toContain('app')
    // The control API rejects host names that a web site could have (DNS rebinding).
    expect(await get('/__emulator/api/health', 'api.line.me')).toContain(' 403 ')
  })
  expect(hosts).toEqual(Array(3).fill(new URL(app.url).host))
})

test('a client that offers to change to HTTP/2 gets its answer in HTTP/1.1', async () => {
  const app = await startServer(async (incoming, outgoing) => {
    let body = ''
    for await (const part of incoming) body += part
    outgoing.end(`app ${incoming.method} ${body} ${incoming.headers.upgrade}`)
  })
  onTestFinished(app.close)
  await withEmulator(app.url, async url => {
    const offer = ['Host: localhost', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA']
    const send = (line: string, body = '') => {
      const lines = [
        line,
        ...offer,
        'Connection: Upgrade, HTTP2-Settings, close',
        `Content-Length: ${body.length}`,
      ]
      return exchange(connect(portOf(url), 'localhost'), head(...lines) + body)
    }
    expect(await send('GET /__emulator/api/health HTTP/1.1')).toContain('"status":"ok"')
    expect(await send('POST /x HTTP/1.1', 'abc')).toContain('app POST abc undefined')
    // Without an upgrade, HTTP/2 needs TLS. The connection ends, and the emulator keeps running.
    expect(await exchange(connect(portOf(url), 'localhost'), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).toMatch(
      /^(HTTP\/1.1 400|$)/,
    )
    expect((await fetch(`${url}/__emulator/api/health`)).status).toBe(200)
  })
})

/** Opens an HTTP/2 connection through a tunnel of the forward proxy. */
async function openHttp2(started: Awaited<ReturnType<typeof startWithProxy>>) {
  const { proxy, ca } = started
  const secure = await openTls(proxy.url, 'api.line.me:443', 'api.line.me', ca, ['h2'])
  expect(secure.alpnProtocol).toBe('h2')
  const session = connectHttp2('https://api.line.me', { createConnection: () => secure })
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  return (headers: OutgoingHttpHeaders, body = '') =>
    new Promise<{ headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const stream = session.request(headers, { endStream: false })
      let text = ''
      let answered: IncomingHttpHeaders = {}
      stream.on('response', received => {
        answered = received
      })
      stream.setEncoding('utf8').on('data', part => {
        text += part
      })
      stream.on('end', () => resolve({ headers: answered, text }))
      stream.on('error', reject)
      stream.end(body)
    })
}

test('through a tunnel, LINE answers many requests of one HTTP/2 connection at the same time', async () => {
  const started = await startWithProxy()
  const send = await openHttp2(started)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      [
        () => send({ ':path': CERTS }),
        () => send({ ':path': CERTS, ':method': 'HEAD' }),
        () => send({ ':path': TOKEN, ':method': 'POST', ...form }, `grant_type=${'x'.repeat(100_000)}`),
      ][index % 3]?.(),
    ),
  )
  const seen = answers.map(answer => [answer?.headers[':status'], (answer?.text.length ?? 0) > 0])
  expect(seen).toEqual(
    Array(20)
      .fill([
        [200, true],
        [200, false],
        [400, true],
      ])
      .flat(),
  )
  expect(started.emulator.requests()).toHaveLength(60)
})

test('an HTTP/2 client that also sets the header Host gets the same answers', async () => {
  const send = await openHttp2(await startWithProxy())
  const post = { ':method': 'POST', ':path': TOKEN, 'content-type': 'application/x-www-form-urlencoded' }
  const without = await send(post, 'grant_type=x')
  expect(without.headers[':status']).toBe(400)
  for (const host of ['api.line.me', 'example.com'])
    expect(await send({ ...post, ':authority': 'api.line.me', host }, 'grant_type=x')).toMatchObject({
      headers: { ':status': 400 },
      text: without.text,
    })
  expect((await send({ ':path': CERTS, ':authority': 'API.line.me:443' })).headers[':status']).toBe(200)
  expect(
    (await send({ ':path': CERTS, ':authority': 'example.com', host: 'api.line.me' })).headers[':status'],
  ).toBe(421)
})

test('HTTP/2 requests that the client cancels do not disturb the others', async () => {
  const { proxy, ca } = await startWithProxy()
  const secure = await openTls(proxy.url, 'api.line.me:443', 'api.line.me', ca, ['h2'])
  const session = connectHttp2('https://api.line.me', { createConnection: () => secure })
  onTestFinished(() => session.destroy())
  const statusOf = () =>
    new Promise(resolve => {
      const stream = session.request({ ':path': CERTS })
      stream.on('response', headers => resolve(headers[':status'])).resume()
    })
  for (let round = 0; round < 10; round += 1) {
    const cancelled = session.request({ ':method': 'POST', ':path': TOKEN }, { endStream: false })
    cancelled.write('grant_type=')
    const closed = new Promise(resolve => cancelled.on('close', resolve))
    cancelled.close(constants.NGHTTP2_CANCEL)
    expect(await statusOf()).toBe(200)
    await closed
  }
})

const [major = 0] = process.versions.node.split('.').map(Number)

/** Returns functions that open an HTTP/2 connection to the emulated LINE and send a GET request for a path. */
async function startHttp2() {
  const { emulator, proxy, ca } = await startWithProxy()
  const open = () => {
    const at = { host: '127.0.0.1', port: proxy.tlsPort, servername: 'api.line.me', ca }
    const session = connectHttp2('https://api.line.me', at)
    session.on('error', () => {})
    onTestFinished(() => session.destroy())
    return session
  }
  const get = (path: string, authority = 'api.line.me', session = open(), headers = {}) =>
    new Promise<unknown>(resolve => {
      const stream = session.request({ ...headers, ':path': path, ':authority': authority })
      stream.on('response', answer => resolve(answer[':status']))
      stream.on('error', () => resolve('lost'))
      stream.on('close', () => resolve('lost'))
      stream.resume().end()
    })
  return { emulator, get, open }
}

const { get, open, emulator } = eachTest(startHttp2)

test('LINE answers over HTTP/2, and refuses hosts that are not LINE’s', async () => {
  const session = open()
  expect(await Promise.all([get(CERTS, undefined, session), get(CERTS, undefined, session)])).toEqual([
    200, 200,
  ])
  expect(await get(CERTS, 'example.com')).toBe(421)
  expect(await get('/unknown')).toBe(404)
})

test('a fault that drops the connection loses an answer over HTTP/2, and the next connection works', async () => {
  emulator.control.patch({ faults: [{ host: 'api.line.me', path: CERTS, drop: 'after', times: 1 }] })
  expect(await get(CERTS)).toBe('lost')
  expect(await get(CERTS)).toBe(200)
  expect(emulator.requests().map(({ status }) => status)).toHaveLength(2)
})

// Node 20 drops such a header, and has no option to keep it.
test.runIf(major >= 24)('spaces around the value of a header do not count, as in HTTP/1.1', async () => {
  const authorization = ' Bearer emulated-channel-access-token '
  expect(await get('/v2/bot/info', undefined, undefined, { authorization })).toBe(200)
})
