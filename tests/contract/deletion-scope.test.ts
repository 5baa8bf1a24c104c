import { beforeEach, expect, test } from 'vitest'
import { reopenReceipt } from '#server/campaign/receipts/review.ts'
import { issueTickets } from '#server/campaign/tickets.ts'
import { copyTickets } from '#server/draw/entries.ts'
import { recordWinners } from '#server/draw/record-winners.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import { purgePersonalData } from '#server/identity/purge.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { countRows, newKey, newPhoto, putImage, sendReceipt } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { dump } from '#tests/kit/dump.ts'
import { sha256Of } from '#tests/kit/images.ts'
import { addRefused } from '#tests/kit/sending.ts'
import {
  columnsOf,
  eachTest,
  insert,
  rowOf,
  rowsOf,
  type SignedIn,
  testServer,
  update,
} from '#tests/kit/server.ts'

/** The ids of the receipts that `me` sent. */
let receipts: Record<'approved' | 'rejected' | 'pending', string>

const server = eachTest(testServer)
const me = eachTest(() => server.signIn())
const other = eachTest(() => server.signIn())
beforeEach(async () => {
  await fill(other)
  receipts = await fill(me)
})

async function fill(who: SignedIn): Promise<typeof receipts> {
  const { db, clock, deps } = server
  const { token, customerId } = who
  const run = organiser(server)
  const done = [
    await server.call('createReward', { token, body: {} }),
    await server.call('postAnswer', { token, body: { Answer: 'เขียว' }, key: newKey() }),
    await server.call('putMessageSettings', { token, body: { receipts: false }, key: newKey() }),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
  const [approved, rejected, pending] = [
    (await sendReceipt(server, who, { amount: 300 })).body.id,
    (await sendReceipt(server, who)).body.id,
    (await sendReceipt(server, who)).body.id,
  ]
  await run('receipts', 'approve', approved)
  await run('receipts', 'reject', rejected, '--reason', 'BLURRY')
  const photo = newPhoto()
  const begun = { 'Content-Range': `bytes 0-9/${photo.length}` }
  const piece = await putImage(server, who, photo.subarray(0, 10), begun, sha256Of(photo))
  expect(piece.body).toMatchObject({ received: 10 })
  await addRefused(server, customerId)
  const [now, user] = [clock.now(), who.user.userId]
  await insert({ db }, 'line_reach', { line_user_id: user, is_following: 1, changed_at: now })
  await insert({ db }, 'line_hand_over', { line_user_id: user, at: now })
  const note = { customer_id: customerId, person_id: 'someone', text: 'called', created_at: now }
  await insert({ db }, 'customer_note', { ...note, id: `note ${customerId}` })
  const code = { customerId, source: 'receipt', sourceId: `code ${customerId}`, count: 1 } as const
  await issueTickets(db, code, now, deps.random)
  return { approved, rejected, pending }
}

const allRows = async () =>
  new Set((await dump(server.db)).split('\n').map(line => line.replace(/^\w+ (?={|$)/, '')))

async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await allRows()
  await change()
  const after = await allRows()
  return [...[...before].filter(row => !after.has(row)), ...[...after].filter(row => !before.has(row))]
}
const isMine = (row: string) => row.includes(me.customerId) || row.includes(me.user.userId)
const cancel = (reason?: string) =>
  inTransaction(server.db, trx =>
    cancelCustomer(
      trx,
      me.customerId,
      { reason },
      { now: server.clock.now(), random: server.deps.random, key: null },
    ),
  )

test.each<[string, () => Promise<unknown>]>([
  ['leaves', () => me.call('cancel', { body: { confirm: true }, key: newKey() })],
  ['is erased by the organiser', () => organiser(server)('customer', 'erase', me.customerId)],
  [
    'is purged by retention',
    () => inTransaction(server.db, trx => purgePersonalData(trx, [me.customerId], server.clock.now())),
  ],
  ['ends all sessions', () => me.call('deleteSessions', { key: newKey() })],
])('nothing of another customer changes if a customer %s', async (_, change) => {
  const changed = await changedBy(change)
  expect(changed.filter(isMine)).not.toEqual([])
  expect(changed.filter(row => !isMine(row))).toEqual([])
})

test('nothing of another customer changes if an unregistered visitor leaves', async () => {
  const visitor = await server.signIn(server.newUser(), { register: false })
  const changed = await changedBy(() => visitor.call('deleteCustomer', { key: newKey() }))
  const isTheirs = (row: string) => row.includes(visitor.customerId) || row.includes(visitor.user.userId)
  expect([changed.length > 0, changed.filter(row => !isTheirs(row))]).toEqual([true, []])
})

test('a customer who leaves keeps approved receipts; the others are void, the photos are deleted, and the sessions end', async () => {
  await cancel()
  const rows = await columnsOf(server, 'receipt', ['id', 'status'], { customer_id: me.customerId })
  expect(Object.fromEntries(rows.map(row => [row.id, row.status]))).toEqual({
    [receipts.approved]: 'approved',
    [receipts.rejected]: 'void',
    [receipts.pending]: 'void',
  })
  const live = await columnsOf(server, 'session', ['customer_id'], { revoked_at: null })
  expect(live).toEqual([{ customer_id: other.customerId }])
  const tasks = await server.db.selectFrom('outgoing').select('kind').orderBy('kind').execute()
  expect(tasks.map(({ kind }) => kind)).toEqual([
    'delete-object',
    'delete-object',
    'delete-object',
    'forget-upload',
  ])
})

test('a customer who has left cannot leave again: the first reason stays', async () => {
  await cancel('PRIVACY')
  server.clock.advance(1000)
  expect(await changedBy(() => cancel('OTHER'))).toEqual([])
})

test('lifting one block lifts no other', async () => {
  const run = organiser(server)
  for (const { customerId } of [me, other]) await run('customer', 'block', customerId, '--reason', 'forged')
  await run('customer', 'unblock', me.customerId)
  expect(await countRows(server, 'block')).toBe(1)
})

test.each([
  ['revoking', (id: string) => organiser(server)('receipts', 'void', id)],
  [
    'undoing',
    (id: string) =>
      inTransaction(server.db, trx => reopenReceipt(trx, { id, version: 2 }, server.clock.now())),
  ],
])('%s the approval of a receipt takes the tickets of that receipt only', async (_, end) => {
  const valid = () => rowsOf(server, 'ticket', { state: 'valid' })
  const before = await valid()
  await end(receipts.approved)
  const left = before.filter(row => row.source_id !== receipts.approved)
  expect([before.length - left.length, await valid()]).toEqual([3, left])
})

test('revoking an approval counts the tickets that were valid', async () => {
  const [first] = await columnsOf(server, 'ticket', ['id'], { source_id: receipts.approved })
  await update(server, 'ticket', { state: 'void' }, { id: first?.id ?? '' })
  const { out } = await organiser(server)('receipts', 'void', receipts.approved)
  expect(out).toContain('voided, with 2 tickets')
})

test('a draw replaces its own list and its own winners, not those of another draw', async () => {
  const { db, deps, clock } = server
  const draw = await rowOf({ db }, 'draw')
  const draws = [{ ...draw, id: 'an earlier draw' }, draw] as const
  await insert({ db }, 'draw', draws[0])
  const drawn = [other, me].map(({ customerId }) => ({ ticketNo: `t ${customerId}`, customerId }))
  for (const one of [...draws, draw]) {
    await copyTickets(db, one.id, () => undefined)
    await recordWinners(db, one, drawn, { now: clock.now(), random: deps.random })
  }
  const valid = await columnsOf({ db }, 'ticket', ['id'], { state: 'valid' })
  const counts = [await countRows(server, 'draw_entry'), await countRows(server, 'draw_winner')]
  expect(counts).toEqual([2 * valid.length, 2 * drawn.length])
})
