import { beforeEach, expect, test } from 'vitest'
import { reportScripts } from '#contract/report-scripts.ts'
import * as words from '#contract/report-words.ts'
import { createLog } from '#server/log.ts'
import { createMetrics } from '#server/metrics.ts'
import { recordBuild } from '#server/phones/builds.ts'
import { dump } from '#tests/kit/dump.ts'
import { errorReport, jobReport, sendReports, visitReport } from '#tests/kit/phone-report.ts'
import { pick, seededRandom } from '#tests/kit/random.ts'
import { rowsOf, type SignedIn, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let me: SignedIn
let lines: string[]
beforeEach(async () => {
  lines = []
  const log = createLog('trace', { write: line => void lines.push(line) })
  server = await testServer({ deps: { log } })
  me = await server.signIn()
  await recordBuild(server.db, 'build1', server.clock.now())
})

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

const REPORTS = 10_000
const PER_BATCH = 10

test(`10,000 fuzzed reports leave no personal data in the database, the metrics or the log (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const secrets = [
    'สมชาย ใจดี',
    'somchai',
    'Somchai Jaidee',
    '0812345678',
    '+66812345678',
    '1103700123456',
    'somchai@example.com',
    'U4af4980629abcdef0123456789abcdef',
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJVNGFmIn0.c2ln',
    'https://liff.line.me/1-a/receipt/0191f3a0?code=secret',
    '/receipt/0191f3a0-7e3b-7000-8000-000000000001',
    '77/7 ซอยส่วนตัว',
    '𝕊𝕠𝕞𝕔𝕙𝕒𝕚',
    '👩‍👩‍👧',
    me.customerId,
    me.token,
  ]
  const numbers = [812_345_678, 66_812_345_678, 1_103_700_123_456, 19_900_517, 103_700.25]
  const odd = [null, true, -1, 1e308, [], {}, '', '\u0000', '__proto__', undefined]
  const value = (): unknown => {
    const chance = random()
    if (chance < 0.5) return pick(random, secrets)
    if (chance < 0.7) return pick(random, numbers)
    if (chance < 0.8) return [pick(random, secrets), pick(random, numbers)]
    if (chance < 0.9) return { [pick(random, secrets)]: pick(random, secrets), about: pick(random, secrets) }
    return pick(random, odd.slice(0, -1))
  }
  const keys = ['__proto__', 'constructor', 'toString', 'message', 'stack', 'url', 'name ', ...secrets]
  const fuzzed = (): unknown => {
    if (random() < 0.05) return value()
    const report: Record<string, unknown> = { ...pick(random, [visitReport, jobReport, errorReport]) }
    const fields = Object.keys(report)
    for (let n = Math.floor(random() * 4); n > 0; n--) {
      const key = random() < 0.7 ? pick(random, fields) : pick(random, keys)
      Object.defineProperty(report, key, { value: value(), enumerable: true, configurable: true })
    }
    return report
  }
  for (let sent = 0; sent < REPORTS; sent += PER_BATCH) {
    const { status } = await sendReports(server, me, Array.from({ length: PER_BATCH }, fuzzed))
    expect(status).toBe(200)
  }
  const stored = await rowsOf(server, 'phone_report')
  // Reports with no changed field, and reports with only a different build or script, are stored.
  expect(stored.length).toBeGreaterThan(REPORTS / 10)
  expect(stored.length).toBeLessThan(REPORTS)
  const texts = new Set<unknown>([
    ...['visit', 'job', 'error', 'build1', 'other', ...reportScripts, ...words.reportSystems],
    ...[...words.storageModes, ...words.reportScreens, ...words.errorSources, ...words.errorNames],
  ])
  const unknown = stored.flatMap(({ id, ...row }) =>
    Object.values(row).filter(cell => typeof cell === 'string' && !texts.has(cell)),
  )
  expect(unknown).toEqual([])
  const figures = await createMetrics(server.db, server.clock.now).text()
  const places = JSON.stringify(stored.map(({ id, hour, ...row }) => row)) + figures + lines.join('')
  const all = [...secrets, ...numbers].map(String)
  // The log names the customer only for refused calls, and all of these calls were accepted.
  expect(all.filter(secret => places.includes(secret))).toEqual([])
  const own = [me.customerId, me.token]
  const everything = await dump(server.db)
  expect(all.filter(secret => !own.includes(secret) && everything.includes(secret))).toEqual([])
}, 120_000)
