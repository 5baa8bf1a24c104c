import { beforeEach, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { createLog } from '#server/log.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { type CallOptions, type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

type Line = Record<string, unknown>

let server: TestServer
let metrics: Metrics
let lines: Line[]
let who: SignedIn
beforeEach(async () => {
  lines = []
  const log = createLog('info', { write: line => void lines.push(JSON.parse(line)) })
  server = await testServer({ rateLimits: true, deps: { log, trustProxy: 1 } })
  metrics = createMetrics(server.db)
  Object.assign(server.deps, { metrics })
  who = await server.signIn()
})

const FROM = { 'X-Forwarded-For': '198.51.100.7' }
const refusals = () => lines.filter(line => line.msg === 'call refused')
const counted = async (code: string) =>
  Number(
    new RegExp(`^campaign_refusals_total\\{code="${code}"\\} (\\d+)$`, 'm').exec(await metrics.text())?.[1] ??
      0,
  )

async function refused(name: CallName, options: CallOptions): Promise<string> {
  const { error } = await server.call(name, { ...options, headers: { ...FROM, ...options.headers } })
  return error.error
}

const asOther = (): CallOptions => ({
  token: who.token,
  headers: { 'X-Owner': '00000000-0000-4000-8000-000000000000' },
})

test.each<[code: string, name: CallName, options: () => CallOptions, signedIn: boolean]>([
  ['UNAUTHORIZED', 'getReward', () => ({ token: 'a'.repeat(43) }), false],
  ['OWNER_MISMATCH', 'getReward', asOther, true],
  ['LINE_TOKEN_INVALID', 'login', () => ({ form: { lineUserId: who.user.userId, idToken: 'a.b.c' } }), false],
])(
  '%s is logged as a warning, with the customer if one is signed in',
  async (code, name, options, signedIn) => {
    expect(await refused(name, options())).toBe(code)
    expect(refusals()).toEqual([
      expect.objectContaining({
        level: 'warn',
        code,
        route: name,
        requestId: expect.any(String),
        address: expect.stringMatching(/^[0-9a-f]{16}$/),
        ...(signedIn ? { customerId: who.customerId } : {}),
      }),
    ])
    expect('customerId' in (refusals()[0] ?? {})).toBe(signedIn)
    expect(await counted(code)).toBe(1)
  },
)

test('a LINE user who calls with another user’s token is logged', async () => {
  const idToken = await server.idToken(server.newUser())
  expect(await refused('login', { form: { lineUserId: who.user.userId, idToken } })).toBe(
    'LINE_USER_MISMATCH',
  )
  expect(refusals()).toMatchObject([{ level: 'warn', code: 'LINE_USER_MISMATCH' }])
})

test('calls beyond the rate limit are logged and counted', async () => {
  const codes = new Set<string>()
  for (let i = 0; i < 1000 && !codes.has('RATE_LIMITED'); i++)
    codes.add(String((await who.call('getReward', { headers: FROM })).error?.error))
  expect(codes).toContain('RATE_LIMITED')
  expect(refusals().at(-1)).toMatchObject({ level: 'warn', code: 'RATE_LIMITED', customerId: who.customerId })
  expect(await counted('RATE_LIMITED')).toBe(1)
})

test('a customer’s mistake is logged as information', async () => {
  expect(await refused('createReceipt', { token: who.token, body: {} })).toBe('VALIDATION')
  expect(refusals()).toMatchObject([{ level: 'info', code: 'VALIDATION', customerId: who.customerId }])
})

test('unknown paths and methods are logged and counted', async () => {
  await server.fetch(new Request('https://campaign.example/api/nope', { headers: FROM }))
  await server.fetch(new Request('https://campaign.example/api/reward', { method: 'PATCH', headers: FROM }))
  expect(refusals()).toMatchObject([
    { code: 'NOT_FOUND', route: 'none' },
    { code: 'METHOD_NOT_ALLOWED', route: 'method' },
  ])
  expect([await counted('NOT_FOUND'), await counted('METHOD_NOT_ALLOWED')]).toEqual([1, 1])
})

test('a refused part of a visit is logged like a refusal of its own call', async () => {
  const name = { lineDisplayName: 'มะลิ', linePictureUrl: null }
  const body = { ...name, lineUserId: who.user.userId, events: [{ kind: 'pageview' }] }
  const answer = await who.call('visit', { body, headers: FROM })
  expect([answer.status, answer.body.logs]).toMatchObject([200, { status: 400 }])
  const { customerId } = who
  expect(refusals()).toContainEqual(
    expect.objectContaining({ code: 'VALIDATION', route: 'visit', customerId }),
  )
})

test('the log has no address, and the same address has the same pseudonym', async () => {
  for (const address of ['198.51.100.7', '198.51.100.7', '198.51.100.8'])
    await server.call('getReward', { token: 'b'.repeat(43), headers: { 'X-Forwarded-For': address } })
  const [first, second, third] = refusals().map(line => line.address)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(JSON.stringify(lines)).not.toContain('198.51.100')
})
