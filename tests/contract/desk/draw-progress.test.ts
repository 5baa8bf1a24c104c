import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { DAY_MS } from '#contract/time.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { newKey } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { beaconAt, endCampaign, ticketHolders, winnersOf } from '#tests/kit/draw.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { NOON } from '#tests/kit/noon.ts'
import { openSeeded, testDialect } from '#tests/kit/seeded.ts'
import { columnsOf, eachTest, testServer, update } from '#tests/kit/server.ts'

const CUSTOMERS = 60
const EACH = 500
const TICKETS = CUSTOMERS * EACH

type Joined = Awaited<ReturnType<typeof desk.join>>
let mali: Joined
let thana: Joined

/** Opens the database in a file, as the server does, because a second connection cannot read an in-memory database. */
async function openDatabase() {
  const db = await openSeeded(NOON)
  if (testDialect === 'postgres') return db
  const file = join(await testFolder(), 'campaign.sqlite')
  await sql`vacuum into ${file}`.execute(db)
  await db.destroy()
  return openSqlite(file)
}

const server = eachTest(async () => testServer({ deps: { db: await openDatabase() } }))
const desk = eachTest(() => testDesk(server))
beforeEach(async () => {
  await update(server, 'draw', { prizes: JSON.stringify(desk.deps.advertised) })
  await ticketHolders(server, Array(CUSTOMERS).fill(EACH))
  mali = await desk.join('manager', 'Mali')
  thana = await desk.join('manager', 'Thana')
  const promise = { beaconSource: 'lottery', beaconAt: await beaconAt(server), late: false, again: false }
  await approved(await ask({ action: 'draw-commit', ...promise }))
  await endCampaign(server)
  await signInAgain()
})

async function signInAgain(): Promise<void> {
  for (const who of [mali, thana]) {
    const { options } = (await who.call('signInOptions')).body
    await who.call('signIn', { body: { response: who.authenticator.use(options) } })
  }
}

const ask = (input: DeskAction) => mali.ask(input)
const approved = (id: string) => thana.approve(id)

async function hasBegun(): Promise<void> {
  while (desk.deps.work.current() === null) await new Promise(resolve => setImmediate(resolve))
}

type Seen = { readonly done: number; readonly total: number }

/** Approves the request, and polls the pages of the draw and of the requests until the step is done. */
async function watched(id: string, action: 'draw-seal' | 'draw-run') {
  const step = approved(id)
  await hasBegun()
  let isOver = false
  const over = step.then(() => {
    isOver = true
  })
  const draws: Seen[] = []
  const requests: Seen[] = []
  while (!isOver) {
    const { running } = (await mali.call('draw')).body
    if (running) expect(running.action).toBe(action)
    if (running) draws.push(running)
    const one = (await mali.call('approvals')).body.approvals.find(approval => approval.id === id)
    if (one?.progress) requests.push(one.progress)
    await new Promise(resolve => setImmediate(resolve))
  }
  await over
  return { answer: await step, draws, requests }
}

function expectProgress(seen: readonly Seen[], total: number): void {
  const counted = seen.filter(one => one.total > 0)
  expect(counted.length).toBeGreaterThan(1)
  expect(new Set(counted.map(one => one.total))).toEqual(new Set([total]))
  const done = counted.map(one => one.done)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect(done.some(count => count > 0 && count < total)).toBe(true)
}

test('the pages show how far the seal and the draw are, with the counts of the server', async () => {
  const seal = await watched(await ask({ action: 'draw-seal', leavePending: false }), 'draw-seal')
  expect(seal.answer.status).toBe(200)
  expectProgress(seal.draws, 2 * TICKETS)
  expectProgress(seal.requests, 2 * TICKETS)
  server.clock.advance(3 * DAY_MS)
  await signInAgain()
  const run = await watched(await ask({ action: 'draw-run', beacon: '123456' }), 'draw-run')
  expect(run.answer.status).toBe(200)
  expectProgress(run.draws, TICKETS)
  const { state, entriesCount, running } = (await mali.call('draw')).body
  expect([state, entriesCount, running]).toEqual(['run', TICKETS, null])
  expect((await mali.call('approvals')).body.approvals.map(one => one.progress)).toEqual([null, null, null])
}, 60_000)

test('customers’ writes are stored while the list is copied and hashed', async () => {
  const customer = await server.signIn()
  const step = approved(await ask({ action: 'draw-seal', leavePending: false }))
  await hasBegun()
  const during: boolean[] = []
  for (let n = 0; n < 5; n++) {
    const body = { customerId: customer.customerId, path: '/x', eventId: newKey() }
    expect((await server.call('logPageView', { token: customer.token, body })).status).toBe(200)
    during.push(desk.deps.work.current() !== null)
  }
  expect(during).toEqual(Array(5).fill(true))
  expect((await step).status).toBe(200)
}, 60_000)

test('a second approval while the step runs starts nothing', async () => {
  const id = await ask({ action: 'draw-seal', leavePending: false })
  const first = approved(id)
  await hasBegun()
  const second = await approved(id)
  expect([second.status, `${second.error.error} ${second.error.detail}`]).toEqual([
    409,
    expect.stringMatching(/^(CHANGED undefined|REFUSED STEP_RUNNING)$/),
  ])
  expect((await first).status).toBe(200)
  const audit = await columnsOf(server, 'audit', ['action'], { action: 'desk approve' })
  // One entry for the promise, and one for the seal.
  expect(audit).toHaveLength(2)
}, 60_000)

test('a step that is refused leaves no progress, and can be approved again', async () => {
  const id = await ask({ action: 'draw-run', beacon: '123456' })
  expect((await approved(id)).error.detail).toBe('NOT_SEALED')
  expect((await mali.call('draw')).body.running).toBeNull()
  expect((await approved(id)).error.detail).toBe('NOT_SEALED')
  expect(await winnersOf(server)).toEqual([])
}, 60_000)
