import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { createLog } from '#server/log.ts'
import { createMetrics } from '#server/metrics.ts'
import { runRetentionOnce } from '#server/retention/daily.ts'
import { countRows, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'

const YEARS_MS = 4 * 365 * DAY_MS

let lines: string[]
/** Runs the server's daily retention once, with a real log and metrics. */
let aDay: () => Promise<void>
let paused: () => Promise<string | undefined>
const server = eachTest(testServer)
const who = eachTest(() => server.signIn())
beforeEach(async () => {
  lines = []
  const log = createLog('info', { write: line => void lines.push(line) })
  const metrics = createMetrics(server.db)
  const deps = { ...server.deps, log, metrics }
  aDay = () => runRetentionOnce(deps)
  paused = async () => /^campaign_retention_paused (\d)$/m.exec(await metrics.text())?.[1]
  await sendReceipt(server, who)
  await setCampaign(server, { announced_at: server.clock.now() })
})

const kept = async () => [await countRows(server, 'image'), await countRows(server, 'line_identity')]

test('deletes nothing while the clock is years ahead, even if customers sign in', async () => {
  await aDay()
  server.clock.advance(YEARS_MS)
  await server.signIn()
  const before = await kept()
  await aDay()
  await aDay()
  expect([await kept(), await countRows(server, 'session'), await paused()]).toEqual([before, 2, '1'])
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', msg: expect.stringContaining('retention paused') }),
    expect.objectContaining({ level: 'error', lastRunAt: expect.stringMatching(/^2026-11-20/) }),
  ])
  server.clock.advance(-YEARS_MS)
  await aDay()
  expect([lines.length, await paused(), (await organiser(server)('doctor')).out.includes('paused')]).toEqual([
    2,
    '0',
    false,
  ])
})

test('deletes on time if it runs every day, even without customers for half a year', async () => {
  for (let day = 0; day <= 180; day++) {
    await aDay()
    if (day < 180) server.clock.advance(DAY_MS)
  }
  expect([await kept(), await paused()]).toEqual([[0, 0], '0'])
})

test('accepts a gap of two weeks, but not a millisecond more', async () => {
  await setCampaign(server, { announced_at: server.clock.now() - 365 * DAY_MS })
  server.clock.advance(14 * DAY_MS + 1)
  await aDay()
  expect(await paused()).toBe('1')
  server.clock.advance(-1)
  await aDay()
  expect([await kept(), await paused()]).toEqual([[0, 0], '0'])
})

test('warns the organiser, previews the deletion, and continues after --clock-is-right', async () => {
  const run = organiser(server)
  server.clock.advance(YEARS_MS)
  const before = await kept()
  const { code, err } = await run('retention', 'run')
  expect([code, err]).toEqual([1, expect.stringMatching(/the clock shows 2030-.*last run was at 2026-11-20/)])
  expect((await run('doctor')).out).toMatch(/^warn {2}retention: paused/m)
  const dry = await run('retention', 'run', '--dry-run')
  expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(/images +1[\s\S]*the clock shows/)])
  expect(await kept()).toEqual(before)
  expect((await run('retention', 'run', '--clock-is-right')).code).toBe(0)
  expect(await kept()).toEqual([0, 0])
  const last = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirst()
  expect(last?.detail).toContain('"clockIsRight":true')
  server.clock.advance(DAY_MS)
  await aDay()
  expect(await paused()).toBe('0')
})

test('compares the clock with the newest login or log entry if retention has never run', async () => {
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
