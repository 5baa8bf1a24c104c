import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { databaseFile } from '#server/store/data-dir.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { commandProcess } from '#tests/kit/cli-process.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { foreignLock } from '#tests/kit/foreign-lock.ts'
import { fillTickets } from '#tests/kit/many-tickets.ts'
import { type Prepared, prepareStore } from '#tests/kit/prepared.ts'
import { releaseFolder } from '#tests/kit/production-process.ts'
import { rowsOf, update } from '#tests/kit/rows.ts'

/** How long another process holds the write lock, in milliseconds, and the number of health checks during this time. */
const { lockMs, checks } = inCircle({
  push: { lockMs: 6000, checks: 20 },
  merge: { lockMs: 6000, checks: 20 },
  nightly: { lockMs: 15_000, checks: 60 },
})

const release = eachFile(() => releaseFolder())
const store = eachFile(() => prepareStore('sqlite', 3))
let file: string
beforeAll(() => {
  file = databaseFile(store.env.DATA_DIR ?? '')
})

const get = (url: string) => fetch(url).then(response => response.status)

type Who = Prepared['customers'][number]

/** Sends a write as a phone does: retries after the server's pause until the write is stored. Returns the statuses. */
async function send(
  origin: string,
  who: Who,
  write: { method: string; path: string; body: object; id: string },
) {
  const statuses: number[] = []
  for (;;) {
    const response = await fetch(origin + write.path, {
      method: write.method,
      headers: {
        Authorization: `Bearer ${who.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': write.id,
      },
      body: JSON.stringify(write.body),
    })
    await response.text()
    statuses.push(response.status)
    if (response.status === 200) return statuses
    const pause = Number(response.headers.get('retry-after'))
    expect([response.status, pause > 0]).toEqual([503, true])
    await new Promise(resolve => setTimeout(resolve, pause * 1000)) // As a phone does.
  }
}

// In WAL mode, both statements block other writers, but not readers.
test.each(
  inCircle({
    push: ['begin exclusive'],
    merge: ['begin exclusive'],
    nightly: ['begin immediate', 'begin exclusive'],
  }),
)(
  'while another process has the lock of "%s", the server answers all checks, and stores each write once',
  async statement => {
    const { origin } = await release.start({ ...store.env })
    const views = store.customers.map(who => ({ who, id: randomUUID() }))
    const names = store.customers.map(who => ({ who, id: randomUUID() }))
    const versions = async () =>
      (await store.db.selectFrom('customer').select('version').execute()).map(one => one.version)
    const before = await versions()
    // Writing the name that is already stored would change nothing.
    const firstName = statement === 'begin immediate' ? 'มานะ' : 'มานี'

    const lock = await foreignLock(file, statement, lockMs)
    const writes = [
      ...views.map(({ who, id }) => {
        const body = { customerId: who.customerId, path: '/x', eventId: id }
        return send(origin, who, { method: 'POST', path: '/api/logpageview', body, id })
      }),
      ...names.map(({ who, id }) =>
        send(origin, who, { method: 'PUT', path: '/api/customer', body: { firstName }, id }),
      ),
    ]
    const answered: number[] = []
    for (let check = 0; check < checks; check++) {
      // A health check, and alternately one of two calls that read.
      answered.push(await get(`${origin}/healthz`))
      answered.push(await get(origin + (check % 2 === 0 ? '/readyz' : '/api/master/activity')))
      await new Promise(resolve => setTimeout(resolve, (0.4 * lockMs) / checks)) // As a load balancer does.
    }
    expect([answered.length, new Set(answered), lock.isReleased()]).toEqual([
      2 * checks,
      new Set([200]),
      false,
    ])
    await lock.released
    const statuses = await Promise.all(writes)
    // `send` retries only after a 503. A write waits ten seconds for the lock.
    expect(statuses.map(own => own.at(-1))).toEqual(writes.map(() => 200))
    if (lockMs > 10_000) expect(new Set(statuses.map(own => own[0]))).toEqual(new Set([503]))

    const ids = views.map(({ id }) => id)
    const stored = await store.db
      .selectFrom('log_page_view')
      .select('event_id')
      .where('event_id', 'in', ids)
      .execute()
    expect(stored.map(row => row.event_id).toSorted()).toEqual(ids.toSorted())
    expect(await versions()).toEqual(before.map(version => version + 1))
  },
  240_000,
)

/** Ends the campaign, with a committed draw and tickets for its customers. */
async function endWithTickets(): Promise<void> {
  const now = Date.now()
  await fillTickets(store.db, { customers: 6, each: 3, now: now - 10 * DAY_MS })
  await update(store, 'campaign', { mode: 'auto', opens_at: now - 20 * DAY_MS, closes_at: now - 3 * DAY_MS })
  await update(store, 'draw', { state: 'committed', secret: 'ab'.repeat(32), beacon_at: now + DAY_MS })
}

type DryRun = {
  readonly argv: readonly string[]
  readonly prepare: () => Promise<void>
  /** The other process's change, and the dry run's report if it has not waited for the commit of this change. */
  readonly change: string
  readonly found: object
}

const dryRuns: readonly DryRun[] = [
  {
    argv: ['dates', 'set', '--min-age', '19'],
    prepare: async () => undefined,
    change: 'update campaign set max_receipts_per_day = 77',
    found: { minAge: 19, maxReceiptsPerDay: 1000 },
  },
  {
    // This command changes many rows, and locks the draw.
    argv: ['draw', 'seal'],
    prepare: endWithTickets,
    change: "update ticket set state = 'void' where no = (select max(no) from ticket)",
    found: { entriesCount: 18 },
  },
]

test.each(dryRuns)(
  'the dry run of $argv is done while another process has the lock, and its entry in the audit log follows',
  async ({ argv, prepare, change, found }) => {
    await prepare()
    const kept = async () => [
      await store.db.selectFrom('campaign').select('min_age').execute(),
      await rowsOf(store, 'draw'),
      await rowsOf(store, 'draw_entry'),
    ]
    const before = await kept()
    // Starts the process before the lock, because starting a program could take as long as the lock.
    const commands = await commandProcess({ ...store.env })
    const lock = await foreignLock(file, `begin immediate; ${change}`, lockMs, 'commit')
    const { code, out } = await commands.run([...argv, '--dry-run', '--json'])
    commands.close()
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining(found)])
    expect(lock.isReleased()).toBe(true)
    const [last] = await store.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
    expect(last).toMatchObject({
      action: argv.slice(0, 2).join(' '),
      detail: expect.stringContaining('"dryRun":true'),
    })
    expect(await kept()).toEqual(before)
  },
  240_000,
)
