import { beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { organiser } from '#tests/kit/cli.ts'
import type { LineUserData } from '#tests/kit/line.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

/** Order of the curve P-256. If (r, s) is a valid signature, (r, ORDER - s) is valid too. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

let server: TestServer
let user: LineUserData
let customerId: string
let metrics: Metrics
let lines: string[]
beforeEach(async () => {
  lines = []
  server = await testServer({ deps: { log: createLog('info', { write: line => void lines.push(line) }) } })
  metrics = createMetrics(server.db)
  Object.assign(server.deps, { metrics })
  ;({ user, customerId } = await server.signIn())
  // Tokens from the same second differ only in their signatures, which are not hashed.
  server.clock.advance(1000)
})

const login = async (idToken: string): Promise<string> => {
  const { status, error } = await server.call('login', { form: { lineUserId: user.userId, idToken } })
  return status === 200 ? 'in' : error.error
}
const hashes = async () => {
  const rows = await server.db.selectFrom('login_seen').select('token_hash').execute()
  return new Set(rows.map(row => row.token_hash)).size
}
const reuses = () => lines.map(line => JSON.parse(line)).filter(line => line.msg === 'LINE token used again')

/** Returns the same token with the second valid form of its signature. */
function otherForm(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const s = ORDER - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  bytes.write(s.toString(16).padStart(64, '0'), 32, 'hex')
  return `${header}.${payload}.${bytes.toString('base64url')}`
}

test('the second valid form of a signature does not hide that a token is used again', async () => {
  const token = await server.idToken(user)
  const before = await hashes()
  expect([await login(token), await login(otherForm(token))]).toEqual(['in', 'in'])
  expect(await hashes()).toBe(before + 1)
})

test('refuses a token with whitespace or with padding', async () => {
  const token = await server.idToken(user)
  for (const other of [`${token}\n`, ` ${token}`, token.replaceAll('.', '.\n'), `${token}=`, `${token}\t`])
    expect([other, await login(other)]).toEqual([other, 'LINE_TOKEN_INVALID'])
  expect(await login(token)).toBe('in')
})

test('reuse is logged without a LINE id, counted, and shown to the organiser', async () => {
  const counted = async () => /^campaign_line_token_reuses_total (\d+)$/m.exec(await metrics.text())?.[1]
  const shown = async () =>
    JSON.parse((await organiser(server)('customer', 'show', customerId, '--json')).out).lineTokenReuses
  const doctor = async () =>
    /^(\w+) +sign-ins: (.*)$/m.exec((await organiser(server)('doctor')).out)?.slice(1)
  const token = await server.idToken(user)

  await login(token)
  expect([reuses(), await counted(), await shown()]).toEqual([[], '0', 0])
  await login(token)
  expect(reuses()).toEqual([expect.objectContaining({ sessions: 2, requestId: expect.any(String) })])
  expect(lines.join()).not.toContain(user.userId)
  expect([await counted(), await shown()]).toEqual(['1', 1])
  expect(await doctor()).toEqual(['ok', '1 LINE tokens opened more than one session in the last 24 hours'])
  for (let time = 0; time < 9; time++) await login(token)
  expect(await doctor()).toEqual(['warn', expect.stringContaining(customerId)])
  const form = { lineUserId: user.userId, idToken: token }
  await server.call('register', { form })
  expect(await counted()).toBe('11')
})
