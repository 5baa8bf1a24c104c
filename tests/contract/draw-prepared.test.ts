import { beforeEach, expect, test } from 'vitest'
import { currentDraw, lockCurrentDraw } from '#server/draw/current.ts'
import { copyTickets, hashList } from '#server/draw/entries.ts'
import { prepareSeal } from '#server/draw/prepare-seal.ts'
import { prepareRun, runDraw } from '#server/draw/run.ts'
import { type PreparedList, sealDraw, sealedRow } from '#server/draw/seal.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { tryOut } from '#server/store/try-out.ts'
import { organiser } from '#tests/kit/cli.ts'
import { at, beaconAt, endCampaign, PRIZES, ticketHolders, winnersOf } from '#tests/kit/draw.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { columnsOf, eachTest, insert, remove, rowOf, testServer, update } from '#tests/kit/server.ts'

let holders: string[]
let drawId: string

const quiet = { begin: () => undefined, step: () => undefined }
const sealing = { leavePending: false, physical: false, advertised: [] }

const server = eachTest(testServer)
beforeEach(async () => {
  holders = await ticketHolders(server, [5, 3, 2, 1, 1, 1])
  const promise = ['--beacon', 'รางวัลที่ 1', '--beacon-at', at(await beaconAt(server)), ...PRIZES]
  expect((await organiser(server)('draw', 'commit', ...promise)).code).toBe(0)
  await endCampaign(server)
  const { draw_id } = await rowOf(server, 'campaign')
  drawId = draw_id ?? ''
})

const prepare = () => prepareSeal(server.db, sealing, server.clock.now(), quiet)
const seal = (prepared: PreparedList | null) =>
  inTransaction(server.db, trx => sealDraw(trx, sealing, server.clock.now(), quiet, prepared))
const listed = async () =>
  (
    await server.db
      .selectFrom('draw_entry')
      .select('ticket_id')
      .where('draw_id', '=', drawId)
      .orderBy('ticket_id')
      .execute()
  ).map(row => row.ticket_id)
const ticketsOf = async (customerId: string | undefined) =>
  (await columnsOf(server, 'ticket', ['id'], { customer_id: customerId ?? '' })).map(({ id }) => id)
const makeVoid = (id: string | undefined) => update(server, 'ticket', { state: 'void' }, { id: id ?? '' })

/** Seals the list, and checks that the sealed hash and count are correct. */
async function sealedWith(prepared: PreparedList | null) {
  const { entriesHash, entriesCount } = await seal(prepared)
  const { draw } = await currentDraw(server.db)
  expect(await hashList(server.db, draw, () => undefined)).toEqual({ entriesHash, entriesCount })
  return { entriesHash, entriesCount }
}

test('a prepared list is sealed as one that is copied in a single transaction', async () => {
  const { entriesHash, entriesCount, promise } = await prepare()
  await copyTickets(server.db, drawId, () => undefined)
  const draw = await sealedRow(server.db, (await currentDraw(server.db)).draw, { physical: false })
  expect(await hashList(server.db, draw, () => undefined)).toEqual({ entriesHash, entriesCount })
  expect(await sealedWith({ entriesHash, entriesCount, promise, digest: (await prepare()).digest })).toEqual({
    entriesHash,
    entriesCount: 13,
  })
})

test('a promise that changed after the preparation is in the sealed hash', async () => {
  const prepared = await prepare()
  await update(server, 'draw', { beacon_source: 'another value' })
  expect((await sealedWith(prepared)).entriesHash).not.toBe(prepared.entriesHash)
})

test('what an interrupted preparation has left is corrected by the next one', async () => {
  await prepare()
  const [gone] = await ticketsOf(holders[0])
  await makeVoid(gone)
  await remove(server, 'draw_entry', { customer_id: holders[1] ?? '' })
  const stray = { draw_id: drawId, ticket_id: 'zz', customer_id: 'nobody', no: 1 }
  await insert(server, 'draw_entry', stray)
  await insert(server, 'block', { customer_id: holders[2] ?? '', blocked_at: 1 })
  const prepared = await prepare()
  expect(prepared.entriesCount).toBe(13 - 1 - 2)
  const list = await listed()
  expect([list.includes('zz'), list.includes(gone ?? ''), list.length]).toEqual([false, false, 10])
  expect((await sealedWith(prepared)).entriesHash).toBe(prepared.entriesHash)
})

test('a ticket that becomes valid after the preparation takes part', async () => {
  const prepared = await prepare()
  const [newcomer] = await ticketHolders(server, [2])
  expect((await sealedWith(prepared)).entriesCount).toBe(15)
  expect(await listed()).toEqual(expect.arrayContaining(await ticketsOf(newcomer)))
})

test('a ticket that becomes void after the preparation stays in the list', async () => {
  const prepared = await prepare()
  const [gone] = await ticketsOf(holders[0])
  await makeVoid(gone)
  expect(await sealedWith(prepared)).toEqual({ entriesHash: prepared.entriesHash, entriesCount: 13 })
  expect(await listed()).toContain(gone)
})

test('the sealed hash is that of the list, even if another preparation has changed it', async () => {
  const prepared = await prepare()
  const [gone] = await ticketsOf(holders[0])
  await makeVoid(gone)
  await ticketHolders(server, [1])
  // One ticket was removed and one was added.
  expect((await prepare()).entriesCount).toBe(13)
  const sealed = await sealedWith(prepared)
  expect([sealed.entriesCount, sealed.entriesHash === prepared.entriesHash]).toEqual([13, false])
})

test('tickets that become valid while the list is hashed are found before the seal', async () => {
  let added = false
  const step = async () => {
    if (added || (await listed()).length < 13) return
    added = true
    await ticketHolders(server, [4])
  }
  const prepared = await prepareSeal(server.db, sealing, server.clock.now(), { ...quiet, step })
  expect(prepared.entriesCount).toBe(17)
  expect(await sealedWith(prepared)).toEqual({ entriesHash: prepared.entriesHash, entriesCount: 17 })
})

test('a preparation is refused for the reasons of the seal, and after it', async () => {
  await seal(await prepare())
  await expect(prepare()).rejects.toMatchObject({ code: 'NOT_SEALABLE' })
  const run = { now: server.clock.now() }
  await expect(prepareRun(server.db, '1', run, quiet)).rejects.toMatchObject({ code: 'BEACON_NOT_YET' })
})

test('a prepared result is stored only for the beacon and the list from which it was computed', async () => {
  await seal(null)
  server.clock.advance((await beaconAt(server)) - server.clock.now())
  const run = { now: server.clock.now(), random: server.deps.random }
  const [right, other] = [
    await prepareRun(server.db, '222222', run, quiet),
    await prepareRun(server.db, '111111', run, quiet),
  ]
  expect(other.drawn).not.toEqual(right.drawn)
  await inTransaction(server.db, trx => runDraw(trx, '222222', run, quiet, other))
  const won = await server.db.selectFrom('draw_winner').select('ticket_id').orderBy('rank').execute()
  expect(won.map(row => row.ticket_id)).toEqual(right.drawn.map(one => one.ticketNo))
  expect(await winnersOf(server)).toBeDefined()
})

test.runIf(testDialect === 'postgres')(
  'on PostgreSQL, the dry runs of the seal and of the draw let others lock the draw while they work',
  async () => {
    const { db, deps, clock } = server
    let locks = 0
    const whileWorking = {
      begin: () => undefined,
      step: async () => {
        await inTransaction(db, trx => lockCurrentDraw(trx))
        locks += 1
      },
    }
    const { entriesCount } = await tryOut(deps, trx => sealDraw(trx, sealing, clock.now(), whileWorking))
    expect([entriesCount, locks > 0]).toEqual([13, true])
    expect((await currentDraw(db)).draw.state).toBe('committed')
    await sealedWith(await prepare())
    locks = 0
    const run = { now: await beaconAt(server), random: deps.random }
    const { winners } = await tryOut(deps, trx => runDraw(trx, '123456', run, whileWorking))
    expect([winners, locks > 0]).toEqual([3, true])
    expect((await currentDraw(db)).draw.state).toBe('sealed')
  },
)
