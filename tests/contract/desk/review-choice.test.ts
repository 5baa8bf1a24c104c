import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { systemRandom } from '#server/random.ts'
import { OPEN_LIMIT, SKIP_LIMIT } from '#server/review/assign.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { askerFirst } from '#tests/kit/reviewers.ts'
import { eachTest, rowsOf, testServer, update } from '#tests/kit/server.ts'

let fon: Awaited<ReturnType<typeof desk.join>>
let ids: string[]
const tab = randomUUID()
const approved = { kind: 'approved' } as const

const server = eachTest(() => testServer({ deps: { random: askerFirst(systemRandom()) } }))
const desk = eachTest(() => testDesk(server))
beforeEach(async () => {
  await setCampaign(server, { max_receipts_per_day: 1000 })
  const customer = await server.signIn()
  ids = []
  for (let sent = 0; sent < 3; sent += 1) {
    server.clock.advance(1000)
    ids.push((await sendReceipt(server, customer, { storeId: 1 + sent, amount: 200 + sent })).body.id)
  }
  await update(server, 'receipt', { risk: 0 })
  fon = await desk.join('reviewer', 'Fon')
})

const next = async (holding: readonly string[] = [], inTab = tab) =>
  (await fon.call('reviewNext', { body: { tab: inTab, holding: [...holding] } })).body.item?.receiptId ?? null

test('desk check 47: no call assigns or decides a receipt because its id is in the request', async () => {
  const [, , wanted = ''] = ids
  const nok = await desk.join('reviewer', 'Nok')
  await nok.call('reviewNext', { body: { tab, holding: [] } })
  const byId = async () => [
    (await fon.call('reviewUndoSkip', { body: { tab, receiptId: wanted } })).status,
    (await fon.call('reviewSkip', { body: { tab, receiptId: wanted } })).status,
    (await fon.call('reviewUndo', { body: { tab, receiptId: wanted, version: 1 } })).status,
    (await fon.call('reviewDecide', { body: { tab, receiptId: wanted, version: 1, decision: approved } }))
      .status,
    (await fon.call('photo', { params: { id: wanted, position: '0' } })).status,
  ]
  expect(await byId()).toEqual([409, 409, 409, 409, 403])
  expect(await next()).toBe(ids[1])
  expect(await byId()).toEqual([409, 409, 409, 409, 403])
  expect((await fon.call('reviewHeartbeat', { body: { tab } })).body.receiptIds).toEqual([ids[1]])
  expect(await rowsOf(server, 'review_decision')).toEqual([])
})

test('desk check 47: a skip that another reviewer made, or that is over, assigns nothing', async () => {
  const [first = ''] = ids
  expect(await next()).toBe(first)
  await fon.call('reviewSkip', { body: { tab, receiptId: first } })
  const nok = await desk.join('reviewer', 'Nok')
  const body = { tab, receiptId: first }
  expect((await nok.call('reviewUndoSkip', { body })).error).toMatchObject({ error: 'CHANGED' })
  expect((await fon.call('reviewUndoSkip', { body })).body.item?.receiptId).toBe(first)
})

test('desk check 47: an invented list of held receipts leaves none out', async () => {
  expect(await next(ids.slice(0, 2))).toBe(ids[0])
  expect(await next([ids[0] ?? '', ids[1] ?? ''])).toBe(ids[1])
})

test('too many skips, and too many open receipts in all tabs together, are refused', async () => {
  const customer = await server.signIn()
  for (let sent = 0; sent < 30; sent += 1)
    await sendReceipt(server, customer, { amount: 300 + sent, receiptNo: `M${sent}-ABC` })
  for (let skipped = 0; skipped < SKIP_LIMIT; skipped += 1)
    await fon.call('reviewSkip', { body: { tab, receiptId: (await next()) ?? '' } })
  const last = await next()
  const skip = await fon.call('reviewSkip', { body: { tab, receiptId: last ?? '' } })
  expect(skip.error).toMatchObject({ error: 'REFUSED', detail: 'SKIP_LIMIT' })
  expect(await next()).toBe(last)
  for (let open = SKIP_LIMIT + 1; open < OPEN_LIMIT; open += 1) await next([], randomUUID())
  const more = await fon.call('reviewNext', { body: { tab: randomUUID(), holding: [] } })
  expect(more.error).toMatchObject({ error: 'REFUSED', detail: 'OPEN_LIMIT' })
})
