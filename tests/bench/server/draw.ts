import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '#contract/time.ts'
import { writeClock } from '#server/store/clock-file.ts'
import { runCommand } from '#tests/kit/cli-process.ts'
import { fillTickets } from '#tests/kit/many-tickets.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { startServerProcess } from '#tests/kit/server-process.ts'
import { readOptions } from '#tools/options.ts'
import { serverWithDesk } from './draw-desk.ts'

/**
 * `npm run bench:draw [-- --tickets 3000000 --senders 4 --desk]`: draws on SQLite while a server answers health checks
 * and customers' writes on the same file, and prints how long they waited in each step. The command line draws; with
 * `--desk`, the server's process draws after an approval at the desk. Writes that the server answers with 503 are
 * retried. Exits with 1 if there was a 503, if a health check is not answered within five seconds, if a write is lost
 * or gets an unexpected status, or if the result cannot be verified.
 */
const { values, whole } = readOptions('npm run bench:draw', {
  tickets: { type: 'string', default: '3000000' },
  senders: { type: 'string', default: '4' },
  desk: { type: 'boolean', default: false },
})
const [wanted, senders] = [whole('tickets', 3), whole('senders')]

const EACH = 3
const CHECK_EVERY_MS = 100
const CHECK_LIMIT_MS = 5000
/** Time from the seal until the beacon is known. */
const BEACON_MS = 31 * DAY_MS
const now = Date.now()

const store = await prepareStore('sqlite', senders)
const { DATA_DIR: folder = '' } = store.env
const problems: string[] = []
try {
  const filling = performance.now()
  const tickets = await fillTickets(store.db, {
    customers: Math.ceil(wanted / EACH),
    each: EACH,
    now: now - DAY_MS,
  })
  console.log(`${tickets} tickets in ${seconds(filling)} s`)
  const atDesk = values.desk ? await serverWithDesk(store, BEACON_MS) : null
  const server = atDesk?.server ?? (await startServerProcess({ ...store.env }))

  let load = newLoad()
  let stopped = false
  let refusals = 0
  const stored: string[] = []
  const checking = (async () => {
    while (!stopped) {
      const begun = performance.now()
      const { status } = await fetch(`${server.origin}/healthz`)
      const ms = performance.now() - begun
      load.checks.push(ms)
      if (status !== 200 || ms > CHECK_LIMIT_MS)
        problems.push(`a health check: ${status} after ${Math.round(ms)} ms`)
      await wait(CHECK_EVERY_MS)
    }
  })()
  const sending = store.customers.map(async ({ token, customerId }) => {
    while (!stopped) {
      const eventId = randomUUID()
      for (let status = 0; status !== 200; ) {
        const begun = performance.now()
        const response = await fetch(`${server.origin}/api/logpageview`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ customerId, path: '/x', eventId }),
        })
        status = response.status
        await response.text()
        load.writes.push(performance.now() - begun)
        if (status === 503) {
          load.refused += 1
          refusals += 1
          await wait(Number(response.headers.get('retry-after')) * 1000)
        } else if (status === 429) await wait(1000)
        else if (status !== 200) throw new Error(`a write was answered with ${status}`)
      }
      stored.push(eventId)
      await wait(200)
    }
  })

  const rows: string[] = []
  async function step(name: string, run: () => Promise<unknown>): Promise<void> {
    load = newLoad()
    const begun = performance.now()
    await run()
    const { checks, writes, refused } = load
    rows.push(
      `| ${[name, seconds(begun), checks.length, most(checks), writes.length, most(writes), refused].join(' | ')} |`,
    )
    console.log(rows.at(-1))
  }
  const command =
    (main: string | undefined, ...argv: string[]) =>
    async () => {
      const { code, err } = await runCommand(argv, { ...store.env, ADVERTISED: '1000' }, main)
      if (code !== 0) throw new Error(`${argv.join(' ')}: ${err}`)
    }
  const atBeacon = () => writeClock(folder, { frozenAt: null, offsetMs: BEACON_MS })
  const beacon = ['--beacon', 'a lottery', '--beacon-at', new Date(now + 30 * DAY_MS).toISOString()]
  const prizes = ['--prize', 'prize=1000', '--reserves', '500']
  const file = join(folder, 'draw.json')
  await step('no command, ten seconds', () => wait(10_000))
  await command('tests/kit/draw-cli.ts', 'draw', 'commit', ...beacon, ...prizes)()
  await command(undefined, 'close')()
  if (atDesk) {
    await step('approved `draw-seal`', await atDesk.ask({ action: 'draw-seal', leavePending: false }))
    await step('approved `draw-run`', await atDesk.ask({ action: 'draw-run', beacon: '123456' }))
    await atBeacon()
  } else {
    await step('`draw seal --dry-run`', command(undefined, 'draw', 'seal', '--dry-run'))
    await step('`draw seal`', command(undefined, 'draw', 'seal'))
    await atBeacon()
    await step('`draw run --dry-run`', command(undefined, 'draw', 'run', '--beacon', '123456', '--dry-run'))
    await step('`draw run`', command(undefined, 'draw', 'run', '--beacon', '123456'))
  }
  await command(undefined, 'announce', '--now')()
  await step('`draw publish`', command(undefined, 'draw', 'publish', file))
  await command(undefined, 'draw', 'verify', file)()
  stopped = true
  await Promise.all([checking, ...sending])
  await server.kill()
  const found = await store.db.selectFrom('log_page_view').select('event_id').execute()
  const there = new Set(found.map(row => row.event_id))
  const lost = stored.filter(id => !there.has(id)).length
  if (refusals > 0) problems.push(`${refusals} writes were answered with 503`)
  if (lost > 0 || found.length !== there.size)
    problems.push(`${lost} writes are lost, or some are stored twice`)
  console.log(`
| step | seconds | health checks | longest, ms | writes | longest, ms | answered 503 |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`)
} finally {
  await store.drop()
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function newLoad() {
  return { checks: [] as number[], writes: [] as number[], refused: 0 }
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 100) / 10
}

function most(all: readonly number[]): number {
  return Math.round(Math.max(0, ...all))
}
