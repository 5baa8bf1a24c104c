import { connect } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { eachTest } from '#tests/kit/each-test.ts'
import { startWithProxy } from './forward-proxy-kit.ts'

const [major = 0] = process.versions.node.split('.').map(Number)

/** Opens an HTTP/2 connection to the emulated LINE, and returns a function that gets a path. */
async function startHttp2() {
  const { emulator, proxy, ca } = await startWithProxy()
  const open = () => {
    const at = { host: '127.0.0.1', port: proxy.tlsPort, servername: 'api.line.me', ca }
    const session = connect('https://api.line.me', at)
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

const CERTS = '/oauth2/v2.1/certs'

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
