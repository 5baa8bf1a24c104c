import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createMetrics } from '#server/metrics.ts'
import { recordBuild } from '#server/phones/builds.ts'
import { runRetention } from '#server/retention/run.ts'
import { newKey } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { errorReport, jobReport, sendReports, visitReport } from '#tests/kit/phone-report.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())
beforeEach(() => recordBuild(server.db, 'build1', server.clock.now()))

const rows = () => rowsOf(server, 'phone_report')
const health = async (...options: string[]) =>
  JSON.parse((await organiser(server)('health', ...options, '--json')).out)
const metrics = () => createMetrics(server.db, server.clock.now).text()

test('stores a report without the customer, the exact time or the id of its event', async () => {
  const eventId = newKey()
  const { body } = await sendReports(server, me, [errorReport], () => eventId)
  expect(body).toEqual({ accepted: 0, duplicates: 0 })
  const now = server.clock.now()
  expect(await rows()).toMatchObject([
    { hour: now - (now % HOUR_MS), about: 'error', build: 'build1', error: 'TypeError', screen: 'profile' },
  ])
  const text = JSON.stringify(await rows())
  expect([me.customerId, me.user.userId, eventId].filter(secret => text.includes(secret))).toEqual([])
})

test('a report that is sent twice counts once', async () => {
  const eventId = newKey()
  for (const _ of [1, 2]) await sendReports(server, me, [visitReport], () => eventId)
  expect(await rows()).toHaveLength(1)
})

test.each<[string, object]>([
  ['a text', { ...errorReport, message: 'สมชาย' }],
  // PostgreSQL refuses U+0000, even as a parameter of a query.
  ['a build with U+0000', { ...errorReport, build: 'a\u0000' }],
])('a report with %s never costs the other events of its batch', async (_, invalid) => {
  const at = new Date(server.clock.now()).toISOString()
  const view = { kind: 'pageview', eventId: newKey(), at, path: '/' }
  const report = { kind: 'report', eventId: newKey(), at, report: invalid }
  const { status, body } = await me.call('logBatch', {
    body: { events: [report, view] },
  })
  expect([status, body]).toEqual([200, { accepted: 1, duplicates: 0 }])
  expect(await rows()).toEqual([])
})

test('a build that was never served, and one older than the ten newest, counts as "other"', async () => {
  for (let n = 2; n <= 12; n++) await recordBuild(server.db, `build${n}`, server.clock.now() + n)
  await sendReports(server, me, [visitReport, ...['x', 'build12'].map(build => ({ ...visitReport, build }))])
  const { builds } = await health()
  expect(builds).toHaveLength(11)
  expect(builds.at(0)).toMatchObject({ build: 'build12', visits: 1 })
  expect(builds.at(-1)).toMatchObject({ build: 'other', visits: 2 })
})

test('an attacker cannot create labels: a hundred invented builds are one time series', async () => {
  for (let n = 0; n < 10; n++)
    await sendReports(
      server,
      me,
      Array.from({ length: 10 }, (_, i) => ({ ...errorReport, build: `evil${n}-${i}` })),
    )
  const series = (await metrics()).split('\n').filter(line => line.startsWith('campaign_phone_errors{'))
  expect(series).toEqual([
    'campaign_phone_errors{build="build1"} 0',
    'campaign_phone_errors{build="other"} 100',
  ])
})

test('drops reports of a customer who sends too many, and keeps the log events', async () => {
  const limited = await testServer({ rateLimits: true })
  const who = await limited.signIn()
  for (let n = 0; n < 20; n++) {
    const { status } = await sendReports(limited, who, Array(50).fill(visitReport))
    expect(status).toBe(200)
  }
  const { length } = await limited.db.selectFrom('phone_report').select('id').execute()
  expect(length).toBe(60)
})

test('shows p75 by build, errors by build and place, and phones with an old job', async () => {
  const times = [100, 200, 300, 400, 500, 600, 700, 800]
  await sendReports(
    server,
    me,
    times.map(home => ({ ...visitReport, home, lcp: home + 50, inp: home === 800 ? 96 : null })),
  )
  await sendReports(server, me, [
    errorReport,
    errorReport,
    jobReport,
    jobReport,
    { ...errorReport, column: 9 },
  ])
  expect(await health()).toMatchObject({
    hours: 24,
    builds: [{ build: 'build1', visits: 8, errors: 3, p75: { home: 600, lcp: 650, inp: 96 } }],
    oldJobs: { phones: 2, maxTries: 7, maxMinutes: 60 },
    places: [
      {
        build: 'build1',
        error: 'TypeError',
        screen: 'profile',
        script: 'profile',
        row: 1,
        column: 345,
        count: 2,
      },
      { column: 9, count: 1 },
    ],
  })
  const { out } = await organiser(server)('health')
  expect(out).toContain('build1  8       650 ms   96 ms    600 ms    3')
  expect(out).toContain('Phones with a job older than an hour, in the last 24 hours: 2')
  expect(out).toContain('2       build1  TypeError  profile  profile:1:345')
  const text = await metrics()
  for (const line of [
    'campaign_phone_p75_ms{build="build1",vital="home"} 600',
    'campaign_phone_visits{build="build1"} 8',
    'campaign_phone_errors{build="build1"} 3',
    'campaign_phones_with_old_jobs 2',
  ])
    expect(text).toContain(`${line}\n`)
})

test('counts only the last hours, and retention deletes reports after 30 days', async () => {
  await sendReports(server, me, [visitReport, jobReport])
  server.clock.advance(DAY_MS)
  expect(await health()).toMatchObject({ builds: [{ visits: 0 }], oldJobs: { phones: 0 } })
  expect(await health('--hours', '48')).toMatchObject({ builds: [{ visits: 1 }], oldJobs: { phones: 1 } })
  const retain = () => runRetention(server.deps, server.clock.now(), { clockIsRight: true })
  const [first, ...more] = await rows()
  server.clock.advance((first?.hour ?? 0) + 30 * DAY_MS - server.clock.now())
  await retain()
  expect(await rows()).toEqual([first, ...more])
  server.clock.advance(1)
  await retain()
  expect(await rows()).toEqual([])
})

test('the metrics of phones are counted again after 15 seconds, and after the clock was set back', async () => {
  const { text } = createMetrics(server.db, server.clock.now)
  const hasVisit = async () => (await text()).includes('campaign_phone_visits{build="build1"} 1')
  expect(await hasVisit()).toBe(false)
  await sendReports(server, me, [visitReport])
  server.clock.advance(-14_999)
  expect(await hasVisit()).toBe(false)
  server.clock.advance(-1)
  expect(await hasVisit()).toBe(true)
})

test('the metrics of phones do not hide the others if the database fails', async () => {
  const closed = await testServer()
  const figures = createMetrics(closed.db)
  await closed.close()
  expect(await figures.text()).toContain('campaign_log_queue')
})
