import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '#tests/kit/campaign.ts'
import { commandProcess, runCommand } from '#tests/kit/cli-process.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { type Production, productionFolder } from '#tests/kit/production-process.ts'

const folder = eachFile(productionFolder)
const commands = eachFile(() => commandProcess())
/** The running servers, by TRUST_PROXY. Tests share them, because starting one takes seconds. */
const servers = new Map<number, Promise<Production & { readonly metrics: number }>>()
afterAll(async () => {
  for (const server of servers.values()) (await server).child.kill()
})

const opened: (() => unknown)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

function serverWith(trustProxy: number) {
  const running = servers.get(trustProxy) ?? startWith(trustProxy)
  servers.set(trustProxy, running)
  return running
}

async function startWith(trustProxy: number) {
  const metrics = await freePort()
  const server = await folder.start({ TRUST_PROXY: String(trustProxy), METRICS_PORT: String(metrics) })
  return { ...server, metrics }
}

type Habit = 'adds' | 'replaces' | 'passes on'

/** Returns a handler that passes requests on to the server at `port`. */
const forward = (port: number, habit: Habit) => (from: IncomingMessage, to: ServerResponse) => {
  const { url = '', headers, socket } = from
  const own = socket.remoteAddress ?? ''
  const given = String(headers['x-forwarded-for'] ?? '')
  const value = { adds: `${given}, ${own}`, replaces: own, 'passes on': given }[habit]
  const onward = request({ port, path: url, headers: { ...headers, 'x-forwarded-for': value } }, answer => {
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(to)
  })
  from.pipe(onward)
}

async function proxy(port: number, habit: Habit): Promise<number> {
  const server = createServer(forward(port, habit)).listen(0, '127.0.0.1')
  opened.push(() => server.close())
  await new Promise(resolve => server.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

const checkOf = (url: string, metrics: number) => [
  'address',
  url,
  '--metrics-port',
  String(metrics),
  '--json',
]
const check = (url: string, metrics: number) => commands.run(checkOf(url, metrics))

test.each<[trustProxy: number, proxies: readonly Habit[], right: number]>([
  [0, [], 0],
  [1, [], 0],
  [0, ['adds'], 1],
  [1, ['adds'], 1],
  [2, ['adds'], 1],
  [1, ['adds', 'adds'], 2],
  [2, ['adds', 'adds'], 2],
  [1, ['replaces'], 1],
  [2, ['replaces', 'adds'], 2],
  [3, ['replaces', 'adds'], 2],
])('TRUST_PROXY=%i behind [%s] should be %i', async (trustProxy, proxies, right) => {
  const { port: own, metrics } = await serverWith(trustProxy)
  let port = own
  // The last proxy of the list is closest to the server.
  for (const habit of proxies.toReversed()) port = await proxy(port, habit)
  const { code, out } = await check(`http://127.0.0.1:${port}`, metrics)
  const { ok, believed, advice } = JSON.parse(out)
  expect([code, ok, believed === '203.0.113.77']).toEqual(
    trustProxy === right ? [0, true, false] : [1, false, trustProxy > right && proxies[0] !== 'replaces'],
  )
  expect(advice).toContain(trustProxy === right ? `${right} proxies` : `TRUST_PROXY=${right}`)
})

test.runIf(spawnSync('openssl', ['version']).status === 0)(
  'a proxy for https:// that adds no address is reported',
  async () => {
    const keys = await mkdtemp(join(tmpdir(), 'keys-'))
    opened.push(() => rm(keys, { recursive: true }))
    const [key, cert] = [join(keys, 'key.pem'), join(keys, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject]
    expect(spawnSync('openssl', made).status).toBe(0)
    const { port, metrics } = await serverWith(0)
    const files = { key: await readFile(key), cert: await readFile(cert) }
    const server = createSecureServer(files, forward(port, 'passes on')).listen(0, 'localhost')
    opened.push(() => server.close())
    await new Promise(resolve => server.once('listening', resolve))
    const url = `https://localhost:${(server.address() as AddressInfo).port}`
    const { code, out } = await runCommand(checkOf(url, metrics), { NODE_EXTRA_CA_CERTS: cert })
    expect([code, JSON.parse(out).advice]).toEqual([1, expect.stringContaining('does not add')])
    expect((await check(url, metrics)).err).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
  },
)

test('says which address does not answer, and which text is not an address', async () => {
  const { origin, metrics } = await serverWith(0)
  const free = await freePort()
  expect(await check(`http://127.0.0.1:${free}`, metrics)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`:${free}`),
  })
  expect((await check('campaign.example', metrics)).err).toContain('must start with https://')
  expect((await check(origin, free)).err).toContain(`http://127.0.0.1:${free}`)
  expect((await commands.run(['address', origin, '--metrics-port', '0'])).err).toContain('is not a port')
})
