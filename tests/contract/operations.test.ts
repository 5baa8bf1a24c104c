import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { createMetrics, type Metrics, serveMetrics } from '#server/metrics.ts'
import { createServer } from '#server/server.ts'
import { newKey, sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { memoryObjects } from '#tests/kit/memory-objects.ts'
import { profileForm, rowsOf, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let lines: string[]

/** Creates a server with a real log and collects its lines. */
async function loggingServer(deps: Partial<TestServer['deps']> = {}): Promise<void> {
  lines = []
  const log = createLog('trace', { write: line => void lines.push(line) })
  server = await testServer({ deps: { log, ...deps } })
}
const events = () => lines.map(line => JSON.parse(line) as Record<string, unknown>)

describe('the log', () => {
  beforeEach(() => loggingServer())

  test('(29) contains no personal data after all kinds of calls, including refusals and failures', async () => {
    const user = { ...server.newUser(), displayName: 'คุณแมวส้มLINE' }
    const me = await server.signIn(user)
    const idToken = await server.idToken(user)
    const login = { lineUserId: user.userId, idToken }
    await server.call('login', { form: login })
    await server.call('login', { form: { ...login, lineUserId: server.newUser().userId } })
    await server.call('login', { form: { lineUserId: user.userId, idToken: `${idToken}x` } })
    await server.call('login', { form: { ...login, idToken: '', lineAccessToken: 'line-access-token-1' } })
    const personal = {
      firstName: 'สมหญิงคนเดียว',
      email: 'personal@example.com',
      addressLine: '42 ซอยส่วนตัว',
      phone: '0891112222',
    }
    const { token } = me
    await server.call('putCustomer', { token, key: newKey(), body: personal })
    await server.call('putCustomer', { token, body: { ...personal, postalCode: '99999' } })
    await server.call('putCustomer', { token, body: { unknown: personal.email } })
    await server.call('postAnswer', { token, body: { Answer: 'คำตอบลับ' } })
    await server.call('logPageView', { token, body: { customerId: me.customerId, path: '/p?x=secretquery' } })
    await sendReceipt(server, me)
    const other = await server.signIn()
    await other.call('putCustomer', { body: { phone: personal.phone } })
    await server.fetch(
      new Request(`https://campaign.example/api/nowhere?token=${token}&name=${personal.email}`, {
        headers: { Authorization: `Bearer ${token}`, Cookie: `accessToken=${token}` },
      }),
    )
    // Simulate an internal error whose message contains data: PostgreSQL's contains the row, SQLite's the
    // statement.
    const broken = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (phone)=(${personal.phone}) already exists.`,
      parameters: [personal.firstName],
    })
    server.deps.log.error({ err: broken }, 'call failed')
    server.deps.log.warn({ ...login, body: personal, customer: { phone: personal.phone } }, 'careless')

    await server.call('cancel', { token, key: newKey(), body: { confirm: true, note: 'เหตุผลลับ' } })
    const all = lines.join('')
    const secrets = [
      ...[user.userId, user.displayName, idToken, token, other.token, 'line-access-token-1'],
      ...Object.values(personal),
      ...['+66891112222', profileForm.lastName, profileForm.addressLine, 'คำตอบลับ', 'เหตุผลลับ', 'secretquery'],
    ]
    expect(secrets.filter(secret => all.includes(secret))).toEqual([])
    expect(events().filter(event => event.msg === 'call').length).toBeGreaterThanOrEqual(14)
  })

  test('has one line per call with its route, status, duration and the request id that the client sees', async () => {
    const me = await server.signIn()
    const called = await me.call('getCustomer')
    expect(events().at(-1)).toMatchObject({
      level: 'info',
      requestId: called.headers.get('x-request-id'),
      method: 'GET',
      route: 'getCustomer',
      status: 200,
      ms: expect.any(Number),
    })
    const refused = await server.call('getCustomer')
    expect([refused.error.requestId, events().at(-1)?.requestId]).toEqual([
      refused.headers.get('x-request-id'),
      refused.headers.get('x-request-id'),
    ])
  })
})

describe('the photo storage and the database', () => {
  test('(30) a broken photo storage gives 503, with the reason only in the log, and nothing is stored', async () => {
    const away = async () => {
      throw Object.assign(new Error('no space left on device /secret/path'), { code: 'ENOSPC' })
    }
    await loggingServer({ objects: { ...memoryObjects(), put: away, get: away, probe: away } })
    const me = await server.signIn()
    await expect(uploadPhoto(server, me)).rejects.toThrow('503')
    const ready = await server.call('readyz')
    expect([ready.status, ready.error.error]).toEqual([503, 'UNAVAILABLE'])
    expect(ready.text).not.toContain('secret')
    expect(lines.join('')).toContain('ENOSPC')
    expect(await rowsOf(server, 'image')).toEqual([])
    expect((await me.call('getCustomer')).status).toBe(200)
    expect((await server.call('healthz')).status).toBe(200)
  })

  test('(30) without the database every call that needs it gets 503', async () => {
    await loggingServer()
    const me = await server.signIn()
    await server.db.destroy()
    for (const name of ['readyz', 'activity', 'getCustomer', 'getReward', 'stores'] as const) {
      const answer = await me.call(name)
      expect([name, answer.status, answer.error.error]).toEqual([name, 503, 'UNAVAILABLE'])
    }
    const key = newKey()
    const write = await me.call('putCustomer', { key, body: { firstName: 'ก' } })
    expect([write.status, write.headers.get('idempotency-key')]).toEqual([503, key])
    expect((await server.call('healthz')).status).toBe(200)
  })
})

describe('metrics', () => {
  let metrics: Metrics
  let close: () => void
  let port: number
  beforeEach(async () => {
    server = await testServer()
    metrics = createMetrics(server.db)
    Object.assign(server.deps, { metrics })
    const listening = await serveMetrics(metrics, 0)
    port = (listening.address() as AddressInfo).port
    close = () => listening.close()
  })
  afterEach(() => close())
  const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

  test('count calls by route and status, replays, and log commits', async () => {
    const me = await server.signIn()
    const key = newKey()
    const put = () => me.call('putCustomer', { key, body: { firstName: 'ก' } })
    await put()
    await put()
    await server.call('getCustomer')
    await me.call('logPageView', { body: { customerId: me.customerId, path: '/' } })
    const text = await figures()
    expect(text).toContain('campaign_request_seconds_count{route="putCustomer",method="PUT",status="200"} 2')
    expect(text).toContain('campaign_request_seconds_count{route="getCustomer",method="GET",status="401"} 1')
    expect(text).toContain('campaign_idempotency_replays_total{route="putCustomer"} 1')
    expect(text).toMatch(/campaign_log_queue 0\n/)
    expect(text).toMatch(/campaign_log_commits_total 1\n/)
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).not.toContain(me.customerId)
  })

  test('have no labels chosen by clients', async () => {
    for (const path of ['/api/a', '/api/b', '/api/receipt/1'])
      await server.fetch(new Request(`https://campaign.example${path}`, { method: 'PURGE' }))
    const rows = (await figures()).match(/campaign_request_seconds_count\{.*\}/g)
    expect(rows?.every(row => /route="(none|method)",method="other"/.test(row))).toBe(true)
  })

  test('(30) are served only on the loopback interface and never on the public port', async () => {
    const listening = await createServer(server.fetch, { port: 0, host: '127.0.0.1' })
    expect((await fetch(`http://127.0.0.1:${listening.port}/metrics`)).status).toBe(404)
    await listening.close(100)
    const elsewhere = new Promise<string>(resolve => {
      // All addresses in 127.0.0.0/8 belong to this machine, but the server listens only on 127.0.0.1.
      const socket = connect(port, '127.0.0.2', () => resolve('connected'))
      socket.on('error', error => resolve((error as NodeJS.ErrnoException).code ?? 'error'))
      socket.on('connect', () => socket.destroy())
    })
    expect(await elsewhere).toBe('ECONNREFUSED')
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  })
})

test('a server that is stopped under load answers running calls and stores all of them', async () => {
  server = await testServer()
  const me = await server.signIn()
  const listening = await createServer(server.fetch, { port: 0, host: '127.0.0.1' })
  const answered: string[] = []
  let refused = 0
  let asked = 0
  let stopping: Promise<void> | undefined

  /** Sends one page view on a new connection. */
  const view = (eventId: string) =>
    new Promise<number>((resolve, reject) => {
      const request = httpRequest(
        { port: listening.port, host: '127.0.0.1', method: 'POST', path: '/api/logpageview', agent: false },
        response => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        },
      )
      request.on('error', reject)
      request.setHeader('Authorization', `Bearer ${me.token}`)
      request.setHeader('Content-Type', 'application/json')
      request.end(JSON.stringify({ customerId: me.customerId, path: '/', eventId }))
    })

  async function phone(): Promise<void> {
    for (;;) {
      const eventId = crypto.randomUUID()
      asked += 1
      // Stop the server while calls are running.
      if (asked === 150) stopping = listening.close(10_000)
      try {
        expect(await view(eventId)).toBe(200)
        answered.push(eventId)
      } catch (error) {
        if (!/ECONNREFUSED|ECONNRESET|EPIPE/.test(String((error as NodeJS.ErrnoException).code))) throw error
        refused += 1
        return
      }
    }
  }
  await Promise.all(Array.from({ length: 20 }, phone))
  await stopping
  expect(refused).toBe(20)
  expect(answered.length).toBeGreaterThan(50)
  const rows = await server.db.selectFrom('log_page_view').select('event_id').execute()
  const stored = new Set(rows.map(row => row.event_id))
  expect(answered.filter(id => !stored.has(id))).toEqual([])
})
