import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { createLog } from '#server/log.ts'
import { createMetrics } from '#server/metrics.ts'
import { retainOnce } from '#server/retention/daily.ts'
import { countRows, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

const YEARS_MS = 4 * 365 * DAY_MS

let server: TestServer
let who: SignedIn
let lines: string[]
/** One day of the server's own retention, with its real log and figures. */
let aDay: () => Promise<void>
let paused: () => Promise<string | undefined>
beforeEach(async () => {
  server = await testServer()
  who = await server.signIn()
  lines = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const metrics = createMetrics(server.db)
  const deps = { ...server.deps, log, metrics }
  aDay = () => retainOnce(deps)
  paused = async () => /^campaign_retention_paused (\d)$/m.exec(await metrics.text())?.[1]
  await sendReceipt(server, who)
  await setCampaign(server, { announced_at: server.clock.now() })
})
afterEach(() => server.close())

const kept = async () => [await countRows(server, 'image'), await countRows(server, 'line_identity')]

test('a clock that jumps years ahead forgets nothing, though customers come meanwhile, until it is right again', async () => {
  await aDay()
  server.clock.advance(YEARS_MS)
  await server.signIn()
  const before = await kept()
  await aDay()
  await aDay()
  expect([await kept(), await countRows(server, 'session'), await paused()]).toEqual([before, 2, '1'])
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', msg: expect.stringContaining('retention paused') }),
    expect.objectContaining({ level: 'error', lastLook: expect.stringMatching(/^2026-11-20/) }),
  ])
  server.clock.advance(-YEARS_MS)
  await aDay()
  expect([lines.length, await paused(), (await organiser(server)('doctor')).out.includes('paused')]).toEqual([
    2,
    '0',
    false,
  ])
})

test('a server that looks every day forgets in time, though nobody has come for half a year', async () => {
  for (let day = 0; day <= 180; day++) {
    await aDay()
    if (day < 180) server.clock.advance(DAY_MS)
  }
  expect([await kept(), await paused()]).toEqual([[0, 0], '0'])
})

test('two weeks without a server are no jump, a moment more is one', async () => {
  await setCampaign(server, { announced_at: server.clock.now() - 365 * DAY_MS })
  server.clock.advance(14 * DAY_MS + 1)
  await aDay()
  expect(await paused()).toBe('1')
  server.clock.advance(-1)
  await aDay()
  expect([await kept(), await paused()]).toEqual([[0, 0], '0'])
})

test('the organiser is told, sees what would go, and may say that the clock is right; the server then goes on', async () => {
  const run = organiser(server)
  server.clock.advance(YEARS_MS)
  const before = await kept()
  const { code, err } = await run('retention', 'run')
  expect([code, err]).toEqual([1, expect.stringMatching(/The clock says 2030-.*last look was 2026-11-20/)])
  expect((await run('doctor')).out).toMatch(/^warn {2}retention: paused/m)
  const dry = await run('retention', 'run', '--dry-run')
  expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(/images +1[\s\S]*The clock says/)])
  expect(await kept()).toEqual(before)
  expect((await run('retention', 'run', '--clock-is-right')).code).toBe(0)
  expect(await kept()).toEqual([0, 0])
  const last = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirst()
  expect(last?.detail).toContain('"clockIsRight":true')
  server.clock.advance(DAY_MS)
  await aDay()
  expect(await paused()).toBe('0')
})

test('a database that retention has never looked at goes by its newest login or log entry', async () => {
  await setCampaign(server, { retention_seen_at: null })
  server.clock.advance(YEARS_MS)
  const before = await kept()
  await aDay()
  expect([await kept(), await paused()]).toEqual([before, '1'])
  const { customerId, token } = await server.signIn()
  await server.call('logPageView', { token, body: { customerId, path: '/' } })
  await aDay()
  expect([await kept(), await paused()]).toEqual([[0, 0], '0'])
})
