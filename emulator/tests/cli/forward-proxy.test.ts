import { X509Certificate } from 'node:crypto'
import { createServer, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createAuthority, issueServerCertificate, toPem } from '#emulator/forward-proxy/certificate.ts'
import { listen } from '#tests/kit/listen.ts'
import { sendRaw } from '#tests/kit/raw-http.ts'
import { callThrough, openSocket, openTls, openTunnel, portOf, startWithProxy } from './forward-proxy-kit.ts'
import { startServer } from './kit.ts'

const CERTS = 'https://api.line.me/oauth2/v2.1/certs'
const PUSH = 'https://api.line.me/v2/bot/message/push'

/** Starts another company's HTTPS server. `ca` is the certificate of its authority. */
async function startOtherHost() {
  const nextDay = new Date(Date.now() + 24 * 3_600_000)
  const authority = createAuthority(['localhost'], nextDay)
  const { publicKey } = new X509Certificate(authority.certificate)
  const issued = issueServerCertificate(authority.key, publicKey, ['localhost'], nextDay)
  const cert = toPem(issued.certificate)
  const key = issued.key.export({ type: 'pkcs8', format: 'pem' })
  const server = createSecureServer({ key, cert }, (_, outgoing) => outgoing.end('own'))
  const { port } = await listen(server)
  return { cert, ca: toPem(authority.certificate), target: `localhost:${port}` }
}

/** Sends a request whose request line contains the whole URL. */
function sendPlain(proxy: string, path: string, { method = 'GET', headers = {}, body = '' } = {}) {
  return new Promise<{ status: number | undefined; text: string; headers: object }>((resolve, reject) => {
    request(proxy, { method, path, headers }, async answer => {
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += part
      resolve({ status: answer.statusCode, text, headers: answer.headers })
    })
      .on('error', reject)
      .end(body)
  })
}

test('a call with the bot’s token is logged as a server’s, however the LINE host is spelled', async () => {
  const started = await startWithProxy()
  const { emulator } = started
  const { accessToken } = emulator.scenario().messaging
  const push = {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: emulator.scenario().user, messages: [{ type: 'text', text: 'Hello' }] }),
  }
  expect(await callThrough(started, PUSH, push)).toMatchObject({ status: 200 })
  expect(emulator.botMessages()).toHaveLength(1)
  for (const target of ['API.LINE.ME:443', 'api.line.me.:443', 'api.line.me:8443', 'lin.ee:443'])
    expect(await callThrough({ ...started, target }, CERTS)).toMatchObject({ status: 200 })
  expect(await callThrough(started, 'https://a.b.line.me/x')).toMatchObject({ status: 404 })
  expect(emulator.requests().map(({ via, url }) => `${via} ${url}`)).toEqual([
    `server ${PUSH}`,
    ...Array(4).fill(`server ${CERTS}`),
    'server https://a.b.line.me/x',
  ])
})

test('the phone’s network does not affect a call, and a fault does', async () => {
  const started = await startWithProxy({ scenario: 'offline' })
  expect(await callThrough(started, CERTS)).toMatchObject({ status: 200 })
  started.emulator.control.addFault({
    host: 'api.line.me',
    path: '/oauth2/v2.1/certs',
    status: 503,
    times: 1,
  })
  expect(await callThrough(started, CERTS)).toMatchObject({ status: 503 })
  started.emulator.control.addFault({ host: 'api.line.me', drop: 'before', times: 1 })
  await expect(callThrough(started, CERTS)).rejects.toThrow()
  expect(await callThrough(started, CERTS)).toMatchObject({ status: 200 })
})

test('a tunnel to another host is forwarded unchanged: the client sees that host’s own certificate', async () => {
  const { proxy, emulator } = await startWithProxy()
  const { target, cert, ca } = await startOtherHost()
  const secure = await openTls(proxy.url, target, 'localhost', ca)
  expect(secure.getPeerX509Certificate()?.toString()).toBe(cert)
  secure.destroy()
  expect(await callThrough({ proxy, ca }, `https://${target}/`)).toEqual({ ...{ status: 200, text: 'own' } })
  expect(emulator.requests()).toEqual([])
})

test('a plain request is forwarded unchanged, unless it is for LINE', async () => {
  const { proxy, emulator } = await startWithProxy()
  const { url, close } = await startServer(async (incoming, outgoing) => {
    let body = ''
    for await (const part of incoming.setEncoding('utf8')) body += part
    const { method, headers } = incoming
    outgoing.writeHead(201, { 'X-Answer': 'a', 'Set-Cookie': ['b=1', 'c=2'] })
    outgoing.end(JSON.stringify({ method, url: incoming.url, body, own: headers['x-own'], headers }))
  })
  onTestFinished(close)
  const { host } = new URL(url)
  const headers = { Host: host, 'X-Own': 'a  b%20', 'Proxy-Authorization': 'Basic eDp5' }
  const sent = await sendPlain(proxy.url, `${url}/a%20b?c=d`, { method: 'PUT', headers, body: 'text' })
  expect(sent).toMatchObject({ status: 201, headers: { 'x-answer': 'a', 'set-cookie': ['b=1', 'c=2'] } })
  const seen = JSON.parse(sent.text)
  expect(seen).toMatchObject({ method: 'PUT', url: '/a%20b?c=d', body: 'text', own: 'a  b%20' })
  expect(seen.headers).toMatchObject({ host, connection: expect.any(String) })
  expect(seen.headers).not.toHaveProperty('proxy-authorization')
  for (const line of [
    'http://api.line.me',
    'https://api.line.me',
    'http://API.line.me.:8080',
    'http://api%2eline.me',
  ])
    expect(await sendPlain(proxy.url, `${line}/oauth2/v2.1/certs`)).toMatchObject({ status: 200 })
  expect(emulator.requests().map(({ via }) => via)).toEqual(Array(4).fill('server'))
})

test('an unreachable or private host is answered with 502', async () => {
  const { proxy } = await startWithProxy()
  // Port 1 is closed on every machine, and other tests cannot take it.
  for (const target of ['127.0.0.1:1', '[::1]:1', 'db.internal.invalid:5432', 'metadata:80'])
    expect((await openTunnel(proxy.url, target)).status).toBe(502)
  expect(await sendPlain(proxy.url, 'http://127.0.0.1:1/')).toMatchObject({ status: 502 })
})

test('malformed requests are refused, and the emulator still answers', async () => {
  const started = await startWithProxy()
  const port = portOf(started.proxy.url)
  const connects = [
    '',
    ':',
    ':443',
    'x',
    'x:',
    'x:0',
    'x:65536',
    'x:443:1',
    '[::1',
    '[zz]:1',
    'a@b:443',
    '/',
    '1.2.3.4.5:443',
  ]
  const targets = [
    ...connects,
    'ªpi.line.me:443',
    `${'a'.repeat(300)}:443`,
    'a b:443',
    '\0:443',
    'http://x/',
    '%00:1',
  ]
  for (const target of targets) {
    const answer = await sendRaw(port, Buffer.from(`CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`, 'latin1'))
    expect([target, answer]).toEqual([target, expect.stringMatching(/^(HTTP\/1\.1 4\d\d .*)?$/)])
  }
  for (const line of [
    'GET / HTTP/1.1',
    'GET ftp://x/ HTTP/1.1',
    'GET http:// HTTP/1.1',
    'GET http://[/ HTTP/1.1',
  ])
    expect(await sendRaw(port, `${line}\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  const huge = `CONNECT api.line.me:443 HTTP/1.1\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`
  expect(await sendRaw(port, huge)).toMatch(/^(HTTP\/1\.1 431 .*)?$/)
  expect(await sendRaw(port, Buffer.from([0x16, 3, 1, 0, 0xff, 0, 0]), { hangUp: true })).toMatch(/400|^$/)
  // No TLS, broken TLS, and another host inside a tunnel to LINE.
  for (const bytes of [
    'GET / HTTP/1.1\r\n\r\n',
    Buffer.from([0x16, 3, 1, 0, 2, 0xff, 0xff]),
    Buffer.alloc(0),
  ]) {
    const { socket } = await openTunnel(started.proxy.url, 'api.line.me:443')
    await new Promise(done =>
      socket
        .on('close', done)
        .on('error', () => {})
        .resume()
        .end(bytes),
    )
  }
  const headers = { host: 'example.com' }
  expect(await callThrough(started, CERTS, { headers })).toMatchObject({ status: 421 })
  expect(await callThrough(started, CERTS)).toMatchObject({ status: 200 })
})

test('clients that stop sending block neither other clients nor the shutdown of the emulator', async () => {
  const started = await startWithProxy()
  const { target } = await startOtherHost()
  const slow = Array.from({ length: 50 }, () => openSocket(portOf(started.proxy.url)))
  for (const [at, socket] of slow.entries())
    socket.write(
      ['CONN', 'CONNECT api.line.me:443 HTTP/1.1\r\nX: ', `CONNECT ${target} HTTP/1.1\r\n\r\n`][at % 3] ?? '',
    )
  for (let at = 0; at < 10; at += 1) await openTunnel(started.proxy.url, 'api.line.me:443')
  const body = { method: 'POST', headers: { 'content-length': '9' }, body: 'half' }
  const half = callThrough(started, PUSH, body).catch(() => null)
  expect(await callThrough(started, CERTS)).toMatchObject({ status: 200 })
  await started.proxy.close()
  await half
})

test('the proxy only listens on the loopback interface', async () => {
  const { proxy } = await startWithProxy()
  const others = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  const addresses = ['127.0.0.2', ...others.filter(({ internal }) => !internal).map(({ address }) => address)]
  for (const port of [portOf(proxy.url), proxy.tlsPort])
    for (const address of addresses) {
      const refused = new Promise(resolve =>
        connect(port, address)
          .on('connect', () => resolve(false))
          .on('error', () => resolve(true)),
      )
      expect([address, await refused]).toEqual([address, true])
    }
})

test('requests to other hosts go through the user’s own proxy', async () => {
  const seen: string[] = []
  const company = createServer((incoming, outgoing) => {
    seen.push(`${incoming.url} ${incoming.headers['proxy-authorization']}`)
    outgoing.end('by company')
  })
  company.on('connect', (incoming, socket) => {
    seen.push(`${incoming.url} ${incoming.headers['proxy-authorization']}`)
    socket.end('HTTP/1.1 200 OK\r\n\r\nby company')
  })
  const { port } = await listen(company)
  const address = `user:p%40ss@127.0.0.1:${port}`
  const env = { https_proxy: `http://${address}`, HTTP_PROXY: address, NO_PROXY: 'direct.invalid' }
  const started = await startWithProxy({ env })
  const { status, socket } = await openTunnel(started.proxy.url, 'shop.example:443')
  expect([status, await new Promise(resolve => socket.on('data', data => resolve(String(data))))]).toEqual([
    ...[200, 'by company'],
  ])
  expect((await sendPlain(started.proxy.url, 'http://shop.example/a')).text).toBe('by company')
  expect((await openTunnel(started.proxy.url, 'direct.invalid:443')).status).toBe(502)
  expect(await callThrough(started, CERTS)).toMatchObject({ status: 200 })
  const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
  expect(seen).toEqual([`shop.example:443 ${credentials}`, `http://shop.example/a ${credentials}`])
})
