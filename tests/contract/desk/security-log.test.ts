import { beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

/** Covers the desk's part of the security log and of the metrics. The same rules apply to the customers' part. */

type Line = Record<string, unknown>

let server: TestServer
let desk: Awaited<ReturnType<typeof testDesk>>
let metrics: Metrics
let lines: Line[]

beforeEach(async () => {
  lines = []
  const log = createLog('info', { write: line => void lines.push(JSON.parse(line)) })
  server = await testServer({ deps: { log, trustProxy: 1 } })
  metrics = createMetrics(server.db)
  Object.assign(server.deps, { metrics })
  desk = await testDesk(server)
})

const from = (address: string) => ({ 'X-Forwarded-For': address })
const FROM = from('198.51.100.7')
const refusals = () => lines.filter(line => line.msg === 'desk refused')
const counted = async (name: string, label: string, value: string) =>
  Number(new RegExp(`^${name}\\{${label}="${value}"\\} (\\d+)$`, 'm').exec(await metrics.text())?.[1] ?? -1)
const refused = (code: string) => counted('campaign_desk_refusals_total', 'code', code)

type Browser = Awaited<ReturnType<typeof desk.join>>
const attempts: readonly [code: string, call: string, make: (one: Browser) => Promise<unknown>][] = [
  ['FORBIDDEN', 'people', one => one.call('people', { headers: FROM })],
  [
    'PASSKEY_REFUSED',
    'signIn',
    one => one.call('signIn', { body: { response: { id: 'x' } }, headers: FROM }),
  ],
  [
    'INVITATION_INVALID',
    'invitationOptions',
    one => one.call('invitationOptions', { body: { token: 'A'.repeat(43) }, headers: FROM }),
  ],
]

test.each(attempts)(
  'desk check 30: %s is logged as a warning with its call, person and hashed address, and counted',
  async (code, call, make) => {
    const one = await desk.join('reviewer')
    await make(one)
    expect(refusals()).toEqual([
      expect.objectContaining({
        ...{ level: 'warn', code, desk: call, personId: one.personId, requestId: expect.any(String) },
        address: expect.stringMatching(/^[0-9a-f]{16}$/),
        time: expect.stringMatching(/Z$/),
      }),
    ])
    expect(await refused(code)).toBe(1)
  },
)

test('desk check 30: an attempt of one manager to do alone what needs two is a warning', async () => {
  const [mali, other] = [await desk.join('manager', 'Mali'), await desk.join('manager', 'Other')]
  await mali.call('endPerson', { params: { id: other.personId }, headers: FROM })
  expect(refusals()).toMatchObject([{ level: 'warn', code: 'NEEDS_TWO', personId: mali.personId }])
})

test('desk check 30: a request for another host name and one of another site are warnings with the address', async () => {
  const other = new Request('https://evil.example/desk-api/welcome', { headers: FROM })
  await desk.desk.fetch(other, { ip: '192.0.2.1' })
  await desk.browser().call('welcome', { headers: { ...FROM, 'Sec-Fetch-Site': 'cross-site' } })
  expect(refusals()).toMatchObject([
    { level: 'warn', code: 'WRONG_HOST', address: expect.any(String) },
    { level: 'warn', code: 'FORBIDDEN', detail: 'ORIGIN', address: expect.any(String) },
  ])
})

test('desk check 30: ended sessions, mistakes and rules of the campaign are information', async () => {
  await desk.browser().call('me')
  const one = await desk.join('manager')
  await one.call('invite', { rawBody: {} })
  await one.call('endPerson', { params: { id: '01920000-0000-7000-8000-00000000abcd' } })
  await one.send('/desk-api/nope', { headers: { 'Sec-Fetch-Site': 'same-origin' } })
  expect(refusals().map(({ level, code }) => [level, code])).toEqual([
    ['info', 'SIGNED_OUT'],
    ['info', 'VALIDATION'],
    ['info', 'NOT_FOUND'],
    ['info', 'NOT_FOUND'],
  ])
})

test('desk check 30: the log has no address, and the same address has the same pseudonym', async () => {
  const one = await desk.join('reviewer')
  for (const address of ['198.51.100.7', '198.51.100.7', '198.51.100.8'])
    await one.call('people', { headers: from(address) })
  const [first, second, third] = refusals().map(line => line.address)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(JSON.stringify(lines)).not.toContain('198.51.100')
})

test('desk check 30: a call beyond its limit is logged and counted, and the address is the one that the proxy added', async () => {
  const limited = await testDesk(server, { rateLimits: true })
  const one = limited.browser()
  const codeFrom = async (chain: string) =>
    (await one.call('invitationOptions', { body: { token: 'A'.repeat(43) }, headers: from(chain) })).error
      .error
  const codes = new Set<string>()
  // The client forges the first address in each request.
  for (let attempt = 0; attempt < 70; attempt++)
    codes.add(await codeFrom(`203.0.113.${attempt}, 198.51.100.7`))
  expect([...codes]).toEqual(['INVITATION_INVALID', 'RATE_LIMITED'])
  expect(refusals().at(-1)).toMatchObject({ level: 'warn', code: 'RATE_LIMITED' })
  expect(await refused('RATE_LIMITED')).toBeGreaterThan(0)
  expect(await codeFrom('203.0.113.1, 198.51.100.8')).toBe('INVITATION_INVALID')
})

test('desk check 31: sign-ins, refused ones and further uses of a passkey are counted and logged', async () => {
  const one = await desk.join('manager')
  const options = async () => (await one.call('signInOptions')).body.options
  await one.call('signIn', { body: { response: one.authenticator.use(await options()) } })
  await one.call('signIn', {
    body: { response: one.authenticator.use(await options(), { verified: false }) },
  })
  const verify = (await one.call('verifyOptions')).body.options
  await one.call('verify', { body: { response: one.authenticator.use(verify) } })
  const signIns = (result: string) => counted('campaign_desk_sign_ins_total', 'result', result)
  // Joining also counts as a use of a passkey.
  expect([await signIns('accepted'), await signIns('refused')]).toEqual([3, 1])
  const answered = lines.filter(({ msg, desk: call }) => msg === 'desk call' && call === 'signIn')
  expect(answered).toMatchObject([
    { status: 200, requestId: expect.any(String) },
    { status: 401, requestId: expect.any(String) },
  ])
})

test('desk check 31: each step of a request for two is counted once, and a refused one not at all', async () => {
  const [first, second] = [await desk.join('manager'), await desk.join('manager')]
  const customer = await server.signIn()
  const input = { action: 'erase-customer', customerId: customer.customerId } as const
  const asked = await first.call('askApproval', { body: { input } })
  const params = { id: asked.body.approvals[0]?.id ?? '' }
  await first.approve(params.id)
  await second.approve(params.id)
  const changes = (action: string) => counted('campaign_desk_changes_total', 'action', action)
  expect([await changes('desk ask'), await changes('desk approve'), await changes('desk refuse')]).toEqual([
    1, 1, 0,
  ])
  expect(await refused('SAME_PERSON')).toBe(1)
})

test('desk check 31: calls are counted by name and status, and no label is chosen by a client', async () => {
  const one = await desk.join('reviewer')
  await one.call('me')
  for (const path of ['/desk-api/nope', '/nope', `/desk-api/customers/${'x'.repeat(30)}`])
    await one.send(path, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
  const text = await metrics.text()
  expect(text).toMatch(/^campaign_desk_request_seconds_count\{call="me",status="200"\} 1$/m)
  expect(text).toMatch(/^campaign_desk_request_seconds_count\{call="none",status="404"\} 2$/m)
  expect(text).not.toContain('nope')
  expect(text).not.toContain('xxx')
})

test('desk check 32: the log contains no name, search, token, passkey or cookie of the desk', async () => {
  const { token } = await desk.invite('Somying Rakdee', 'support')
  const one = await desk.join('manager', 'Mali Jaidee')
  const customer = await server.signIn()
  await one.call('findCustomers', { body: { text: '0812345678' } })
  await one.call('findCustomers', { body: { text: 'สมหญิง' } })
  await one.call('customer', { params: { id: customer.customerId } })
  await one.call('blockCustomer', { params: { id: customer.customerId }, body: { reason: 'hateful words' } })
  await desk.browser().call('invitationOptions', { body: { token: `${token.slice(0, 42)}_` } })
  const { options } = (await one.call('signInOptions')).body
  const response = one.authenticator.use(options, { verified: false })
  await one.call('signIn', { body: { response } })
  const log = JSON.stringify(lines)
  expect(lines.length).toBeGreaterThan(8)
  const secrets = [
    ...['Somying', 'Mali', '0812345678', 'สมหญิง', 'hateful', token, token.slice(0, 42)],
    ...[one.cookie()?.split('=')[1] ?? 'none', String(response.id), String(options.challenge)],
  ]
  expect(secrets.filter(secret => log.includes(secret))).toEqual([])
})

test('desk check 37: an error of the program, of the database and of the photo store tells a client nothing', async () => {
  const one = await desk.join('manager')
  const secret = 'select password from /etc/secret'
  const failing = await testDesk(server)
  Object.assign(failing.deps, {
    work: {
      current: () => {
        throw new Error(secret)
      },
    },
  })
  const stranger = failing.browser()
  stranger.setCookie(one.cookie())
  const answer = await stranger.call('draw')
  expect([answer.status, Object.keys(answer.error).sort()]).toEqual([500, ['error', 'requestId']])
  expect(answer.error.error).toBe('INTERNAL')
  const failed = lines.filter(({ msg }) => msg === 'desk call failed')
  expect(failed).toMatchObject([{ level: 'error', desk: 'draw', address: expect.any(String) }])
  expect(JSON.stringify(failed)).toContain(secret)
  expect(await refused('INTERNAL')).toBe(1)

  await server.db.destroy()
  for (const name of ['me', 'people', 'today', 'draw'] as const) {
    const { status, error, headers } = await one.call(name)
    expect([name, status, error.error]).toEqual([name, 503, 'UNAVAILABLE'])
    expect(headers.get('retry-after')).toBe('5')
    expect(Object.keys(error).sort()).toEqual(['error', 'requestId'])
  }
  expect(await refused('UNAVAILABLE')).toBe(4)
})
