import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { createServer } from '#server/server.ts'
import { serveStatic } from '#server/static.ts'
import { liveIn } from '#tests/kit/backed-up.ts'
import { freePort } from '#tests/kit/campaign.ts'
import { type CommandProcess, commandProcess, runCommand } from '#tests/kit/cli-process.ts'
import {
  type Certificate,
  certificateFor,
  type Faults,
  plainServer,
  smallApp,
  tlsProxy,
  without,
} from '#tests/kit/faulty-proxy.ts'
import { productionFolder } from '#tests/kit/production-process.ts'
import { testServer } from '#tests/kit/server.ts'

let keys: string
let good: Certificate
/** Runs commands in a process that trusts the certificate `good`. */
let commands: CommandProcess
let folder: Awaited<ReturnType<typeof productionFolder>>
let origin: string
let ports: { https: number; http: number; server: number; metrics: number }
const opened: { close: () => void }[] = []
function closeAll() {
  for (const one of opened.splice(0)) one.close()
}

describe.runIf(spawnSync('openssl', ['version']).status === 0)('doctor live', () => {
  beforeAll(async () => {
    keys = await mkdtemp(join(tmpdir(), 'keys-'))
    good = certificateFor(keys, 'localhost', 90)
    const [https, http, metrics] = [await freePort(), await freePort(), await freePort()]
    origin = `https://localhost:${https}`
    folder = await productionFolder(smallApp(origin))
    const server = await folder.start({ PUBLIC_URL: origin, TRUST_PROXY: '1', METRICS_PORT: String(metrics) })
    ports = { https, http, metrics, server: server.port }
    commands = await commandProcess(
      { NODE_EXTRA_CA_CERTS: good.cert, DATA_DIR: join(keys, 'data') },
      folder.cli,
    )
  })
  afterAll(async () => {
    commands.close()
    await folder.drop()
    await rm(keys, { recursive: true })
  })
  afterEach(closeAll)

  /** Starts the proxies, runs the check, and returns the exit code and the result of each check. */
  const check = (faults: Faults, at: { port?: number; to?: string | null } = {}) =>
    checkBehind(good, faults, commands.run, at)

  /** Like `check`, but in a new process, as organisers run it. Node reads its trusted certificates only at startup. */
  const checkAlone = (certificate: Certificate, faults: Faults = {}) =>
    checkBehind(certificate, faults, argv =>
      runCommand(argv, { NODE_EXTRA_CA_CERTS: certificate.cert }, folder.cli),
    )

  async function checkBehind(
    certificate: Certificate,
    faults: Faults,
    run: CommandProcess['run'],
    { port = ports.server, to = origin as string | null } = {},
  ) {
    closeAll()
    opened.push(await tlsProxy(ports.https, port, certificate, faults))
    opened.push(await plainServer(ports.http, to))
    return live([], run)
  }

  async function live(more: readonly string[], run = commands.run) {
    const options = ['--http-port', String(ports.http), '--metrics-port', String(ports.metrics), '--json']
    const { code, out, err } = await run(['doctor', 'live', origin, ...options, ...more])
    if (out === '') throw new Error(err)
    const { checks } = JSON.parse(out) as { checks: { name: string; level: string; found: string }[] }
    const found = Object.fromEntries(checks.map(one => [one.name, `${one.level} ${one.found}`]))
    return { code, found, bad: checks.filter(one => one.level === 'fail').map(one => one.name) }
  }

  test('a proxy that passes everything on has no fault', async () => {
    const { code, found } = await checkAlone(good)
    expect(found).toEqual({
      certificate: expect.stringMatching(/^ok valid for 89 more days .*, TLSv1.3, HTTP\/2$/),
      http: `ok http://localhost:${ports.http} leads to ${origin}`,
      server: 'ok /readyz answers 200',
      release: expect.stringMatching(/^ok version \d/),
      headers: expect.stringMatching(/^ok /),
      files: expect.stringMatching(/^ok /),
      private: expect.stringMatching(/^ok /),
      clock: expect.stringMatching(/^ok .* by 0 s$/),
      address: 'ok Right: 1 proxies in front of the server add an address.',
      'sign-in': expect.stringMatching(/^skip /),
      photo: 'ok a photo of 8 MB reaches the server, which refuses it without a session',
      backup: expect.stringMatching(/^skip /),
    })
    expect(code).toBe(0)
  })

  const edited = (name: string, value: string) => (raw: string[]) => [...without(raw, name), name, value]
  test.each<[fault: string, check: string, message: string, faults: Faults]>([
    [
      'drops HSTS',
      'headers',
      'page: strict-transport-security is missing; call: strict-transport-security is missing',
      { headers: raw => without(raw, 'strict-transport-security') },
    ],
    [
      'sends HSTS a second time',
      'headers',
      'strict-transport-security is sent 2 times',
      { headers: raw => [...raw, 'Strict-Transport-Security', 'max-age=60'] },
    ],
    [
      'shortens HSTS',
      'headers',
      'strict-transport-security is "max-age=60" instead of "max-age=31536000; includeSubDomains"',
      { headers: edited('strict-transport-security', 'max-age=60') },
    ],
    [
      'drops the policy',
      'headers',
      'content-security-policy is missing',
      { headers: raw => without(raw, 'content-security-policy') },
    ],
    [
      'replaces the policy',
      'headers',
      'content-security-policy is not the server’s',
      { headers: edited('content-security-policy', "default-src 'self'") },
    ],
    [
      'adds a script to the page',
      'headers',
      'page: content-security-policy is not the server’s',
      { drop: ['accept-encoding'], body: text => text.replace('<script', '<script>track()</script><script') },
    ],
    [
      'lets every site call the API',
      'headers',
      'access-control-allow-origin was added',
      { headers: edited('access-control-allow-origin', '*') },
    ],
    ['does not compress', 'files', '/assets/a.js is not compressed', { drop: ['accept-encoding'] }],
    [
      'caches the service worker',
      'files',
      '/sw.js has Cache-Control "max-age=600" instead of "no-cache"',
      { headers: (raw, path) => (path === '/sw.js' ? edited('cache-control', 'max-age=600')(raw) : raw) },
    ],
    [
      'drops ETags',
      'files',
      'is sent again although it has not changed',
      { headers: raw => without(raw, 'etag') },
    ],
    [
      'accepts only small bodies',
      'photo',
      'Let the proxy accept bodies of 10 MB',
      {
        answer: (_, { headers }) =>
          Number(headers['content-length']) > 1_000_000 ? { status: 413, body: '<h1>Too large</h1>' } : null,
      },
    ],
    [
      'cuts off large bodies',
      'photo',
      'was cut off (',
      {
        answer(_, { headers, socket }) {
          if (Number(headers['content-length']) > 1_000_000) socket.destroy()
          return null
        },
      },
    ],
    [
      'serves the settings',
      'private',
      '/.env can be fetched',
      { answer: path => (path === '/.env' ? { status: 200, body: 'LINE_CHANNEL_SECRET=x' } : null) },
    ],
    [
      'passes the metrics on',
      'private',
      '/metrics can be fetched',
      { answer: path => (path === '/metrics' ? { status: 200, body: '# HELP a b' } : null) },
    ],
    ['does not add the client’s address', 'address', 'Wrong: customers can forge', { passOn: true }],
    [
      'leads to another campaign',
      'release',
      'the page was built for https://other.example',
      {
        drop: ['accept-encoding'],
        body: text => text.replace(/content="https:[^"]*"/, 'content="https://other.example/"'),
      },
    ],
    [
      'leads to an older server',
      'release',
      'the server has version 0.0.1',
      { drop: ['accept-encoding'], body: text => text.replace(/"version":"[\d.]+"/, '"version":"0.0.1"') },
    ],
    [
      'leads to a server with a wrong clock',
      'clock',
      'differs from this machine’s by',
      { drop: ['accept-encoding'], body: text => text.replace(/"serverTime":"20/, '"serverTime":"19') },
    ],
  ])('finds a proxy that %s', async (_, name, message, faults) => {
    const { code, found, bad } = await check(faults)
    expect([code, found[name]]).toEqual([1, expect.stringContaining(message)])
    expect(bad).toContain(name)
  })

  test('finds a certificate that is expired, of another host, or not renewed', async () => {
    const expired = await checkAlone(certificateFor(keys, 'localhost', -1))
    expect([expired.code, expired.bad]).toEqual([1, ['certificate']])
    expect(expired.found.certificate).toContain('CERT_HAS_EXPIRED. Renew it')
    const other = await checkAlone(certificateFor(keys, 'other.example', 90))
    expect(other.found.certificate).toContain('ERR_TLS_CERT_ALTNAME_INVALID. It belongs to another host name')
    const old = await checkAlone(certificateFor(keys, 'localhost', 10), { http1: true })
    expect([old.code, old.found.certificate]).toEqual([
      0,
      expect.stringMatching(/^warn valid for 9 .* renewal works/),
    ])
  })

  test('finds http:// that does not lead to https://, and a server that does not answer', async () => {
    const plain = await check({}, { to: null })
    expect([plain.bad, plain.found.http]).toEqual([
      ['http'],
      expect.stringContaining('answers 200. Let the proxy'),
    ])
    const astray = await check({}, { to: 'https://other.example/' })
    expect(astray.found.http).toContain('leads to https://other.example/')
    const down = await check({}, { port: await freePort() })
    expect(down.found.server).toContain('/readyz answers 502, but not as the server does')
    closeAll()
    const silent = await live([])
    expect([silent.code, silent.found.certificate]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
  })

  test('signs in a test user, sends a photo, and restores a backup with this user', async () => {
    const server = await testServer({ dialect: 'sqlite' })
    const { user, customerId } = await server.signIn()
    const data = join(keys, 'data')
    await liveIn(server, data)
    await mkdir(join(keys, 'dist/assets'), { recursive: true })
    for (const [name, text] of Object.entries(smallApp(origin)))
      await writeFile(join(keys, 'dist', name), text)
    const files = serveStatic(join(keys, 'dist'), {
      csp: scriptHashes => contentSecurityPolicy({ scriptHashes }),
      hsts: 'max-age=31536000',
      compress: true,
    })
    const listening = await createServer(async request => (await files(request)) ?? server.fetch(request), {
      port: 0,
      host: '127.0.0.1',
    })
    opened.push({ close: () => void listening.close(0) })
    opened.push(await tlsProxy(ports.https, listening.port, good, {}))
    const token = join(keys, 'token.txt')
    const tokens = async (text: string) => {
      await writeFile(token, `${text}\n`)
      return (await live(['--id-token', token])).found
    }
    expect(await tokens(await server.idToken(user))).toMatchObject({
      'sign-in': `ok customer ${customerId} is signed in with LINE’s token`,
      photo: 'ok a photo of 8 MB reaches the server completely',
      backup: `ok a backup was made and restored, with customer ${customerId} in it`,
    })
    const sessions = await server.db
      .selectFrom('session')
      .select('revoked_at')
      .orderBy('created_at')
      .execute()
    expect(sessions.filter(session => session.revoked_at !== null)).toHaveLength(1)
    expect(await tokens(await server.idToken(server.newUser()))).toMatchObject({
      'sign-in': expect.stringContaining('this user has not joined'),
    })
    expect(await tokens(await server.idToken(user, { claims: { aud: 'other' } }))).toMatchObject({
      'sign-in': expect.stringContaining('LINE_TOKEN_INVALID. Compare LINE_CHANNEL_ID'),
    })
    expect((await tokens('no token'))['sign-in']).toContain('contains no ID token')
    await server.close()
  })
})
