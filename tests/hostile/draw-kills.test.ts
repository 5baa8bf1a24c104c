import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { currentDraw } from '#server/draw/current.ts'
import { hashList } from '#server/draw/entries.ts'
import { prepareSeal } from '#server/draw/prepare-seal.ts'
import { prepareRun, runDraw } from '#server/draw/run.ts'
import { sealDraw } from '#server/draw/seal.ts'
import { systemRandom } from '#server/random.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { fillTickets } from '#tests/kit/many-tickets.ts'
import { type Prepared, prepareStore } from '#tests/kit/prepared.ts'
import { update } from '#tests/kit/rows.ts'

/**
 * The numbers of steps after which the process is killed, while it copies ranges of 5,000 tickets, or hashes 1,000
 * tickets at a time.
 */
const deaths = inCircle({ push: [2], merge: [2, 9], nightly: [1, 2, 3, 4, 5, 9, 15, 22] })

/** The numbers of steps, of 1,000 tickets each, after which the process of the draw is killed. */
const runDeaths = inCircle({ push: [3], merge: [3], nightly: [1, 3, 9, 17] })

const now = Date.now()
const quiet = { begin: () => undefined, step: () => undefined }
const sealing = { leavePending: false, physical: false, advertised: [] }
const beaconAt = now + DAY_MS
const program = fileURLToPath(new URL('../kit/killed-draw.ts', import.meta.url))

let store: Prepared
let tickets: number
beforeAll(async () => {
  store = await prepareStore('sqlite', 1)
  tickets = await fillTickets(store.db, { customers: 6000, each: 3, now: now - 10 * DAY_MS })
  const dates = { opens_at: now - 20 * DAY_MS, closes_at: now - 3 * DAY_MS }
  await update(store, 'campaign', { mode: 'auto', ...dates })
  await update(store, 'draw', { state: 'committed', secret: 'ab'.repeat(32), beacon_at: beaconAt })
}, 120_000)
afterAll(() => store.drop())

async function killedAfter(steps: number, more: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { PATH, ...store.env, ...more, DIES_AFTER: String(steps) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return (await once(child, 'exit'))[1]
}

test('a seal whose process is killed at any step is completed by the next run, with the tickets of then', async () => {
  const { db } = store
  for (const [index, steps] of deaths.entries()) {
    expect([steps, await killedAfter(steps)]).toEqual([steps, 'SIGKILL'])
    expect(await db.selectFrom('draw').select(['state', 'entries_hash']).execute()).toEqual([
      { state: 'committed', entries_hash: null },
    ])
    // Some of these tickets are in the list that the killed process has left.
    const gone = await db
      .updateTable('ticket')
      .set({ state: 'void' })
      .where('no', '=', 10 + index)
      .executeTakeFirst()
    tickets -= Number(gone.numUpdatedRows)
  }
  const prepared = await prepareSeal(db, sealing, now, quiet)
  const { entriesHash, entriesCount } = await inTransaction(db, trx =>
    sealDraw(trx, sealing, now, quiet, prepared),
  )
  expect(entriesCount).toBe(tickets)
  const { draw } = await currentDraw(db)
  expect(await hashList(db, draw, () => undefined)).toEqual({ entriesHash, entriesCount })
  const invalid = await db
    .selectFrom('draw_entry')
    .innerJoin('ticket', 'ticket.id', 'draw_entry.ticket_id')
    .where('ticket.state', '=', 'void')
    .select('ticket.id')
    .execute()
  expect(invalid).toEqual([])
}, 240_000)

test('a draw whose process is killed while it ranks, or before it has stored all winners, is done by the next run', async () => {
  const { db } = store
  const beacon = '123456'
  const winners = () => db.selectFrom('draw_winner').select(['rank', 'ticket_id']).orderBy('rank').execute()
  const at = { now: beaconAt, random: systemRandom() }
  const { drawn } = await prepareRun(db, beacon, at, quiet)
  // The last process has stored the winners, and is killed before its transaction ends.
  for (const steps of [...runDeaths, tickets]) {
    const killed = await killedAfter(steps, { BEACON: beacon, AT: String(beaconAt) })
    expect([steps, killed]).toEqual([steps, 'SIGKILL'])
    expect([await db.selectFrom('draw').select('state').execute(), await winners()]).toEqual([
      [{ state: 'sealed' }],
      [],
    ])
  }
  await inTransaction(db, trx => runDraw(trx, beacon, at, quiet))
  expect(drawn.length).toBeGreaterThan(0)
  expect(await winners()).toEqual(drawn.map(({ ticketNo }, i) => ({ rank: i + 1, ticket_id: ticketNo })))
}, 240_000)
