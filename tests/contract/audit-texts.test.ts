import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { appendAudit, auditHead, verifyAudit } from '#server/audit/log.ts'
import { systemRandom } from '#server/random.ts'
import { runRetentionOnce } from '#server/retention/daily.ts'
import { nextForReviewer } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import { newKey, sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { textsIn } from '#tests/kit/schema-sample.ts'
import { eachTest, rowsOf, type SignedIn, testServer, update } from '#tests/kit/server.ts'

// Entries of the audit log are never deleted, so they must not contain free text.

const TYPED = 'คุณสมหญิง 081-999-8888'

const server = eachTest(testServer)
const run = organiser(server)
const who = eachTest(() => server.signIn())
const other = eachTest(() => server.signIn())

const everything = async () => JSON.stringify(await rowsOf(server, 'audit'))
const texts = () =>
  server.db.selectFrom('audit_text').select(['about', 'texts']).orderBy('seq').orderBy('about').execute()
const verified = async () => (await verifyAudit(server.db)).brokenAt
const receiptOf = async (one: SignedIn): Promise<string> => (await sendReceipt(server, one)).body.id

/** Enters free text about the two customers in every place that accepts it. */
async function typeEverywhere(): Promise<void> {
  const desk = await testDesk(server)
  const support = await desk.join('support')
  const params = { id: who.customerId }
  const [one, two, three] = [await receiptOf(who), await receiptOf(who), await receiptOf(who)]
  const reject = ['--reason', 'OTHER', '--note', TYPED]
  expect((await run('receipts', 'reject', one, ...reject)).err).toBe('')
  expect((await run('receipts', 'approve', two)).err).toBe('')
  expect((await run('receipts', 'void', two, '--note', TYPED)).err).toBe('')
  const acting = { reviewer: 'r', actor: 'r', now: server.clock.now(), random: systemRandom() }
  const claim = await nextForReviewer(server.db, acting)
  expect(claim?.receiptId).toBe(three)
  await decide(server.db, {
    ...acting,
    receiptId: three,
    version: claim?.version ?? 0,
    decision: { kind: 'rejected', reason: 'OTHER', note: TYPED },
  })
  expect((await run('customer', 'block', other.customerId, '--reason', TYPED)).code).toBe(0)
  expect((await support.call('blockCustomer', { params, body: { reason: TYPED } })).status).toBe(200)
  expect((await support.call('unblockCustomer', { params })).status).toBe(200)
  const passkey = await support.call('passkeyOptions')
  const response = support.authenticator.create(passkey.body.options)
  expect((await support.call('addPasskey', { body: { name: TYPED, response } })).status).toBe(200)
  const manager = await desk.join('manager')
  const input: DeskAction = { action: 'draw-import', tickets: [{ line: 1, ticketNo: TYPED.slice(0, 20) }] }
  expect((await manager.call('askApproval', { body: { input } })).status).toBe(200)
}

/** Every call of the desk that accepts free text, and which function tests it or where the server stores the text. */
const typed: Readonly<Partial<Record<DeskCallName, string>>> = {
  blockCustomer: 'typeEverywhere',
  addPasskey: 'typeEverywhere',
  reviewDecide: 'typeEverywhere, with the function that the call uses',
  askApproval: 'typeEverywhere types into lines of a file; invitations have the name of a person of the desk',
  addNote: 'the note is in customer_note; the entry has only its id',
  reviewSettle: 'the note is in review_decision; the entry has only who was right',
  changeDelivery: 'the carrier and the number are in prize_delivery; the entry has neither',
  checkCode: 'the code is not stored; the entry has whose it is',
  handOver: 'the name of the device is in hand_over; the entry does not have it',
  syncHandOvers: 'the name of the device is in hand_over; the entry does not have it',
  reportHandOvers: 'as syncHandOvers',
  findCustomers: 'the call changes nothing',
  winners: 'the call changes nothing',
  previewDrawImport: 'the call changes nothing',
  previewSetUp: 'the call changes nothing',
  previewSetUpScreens: 'the call changes nothing',
  changeSetUp: 'the contents of the campaign are public and stay in the log',
  invite: 'names of the desk’s people stay in the log',
  changeRole: 'the codes are those of existing stores',
}

test('a call of the desk with a free text says where the text goes', () => {
  const calls = Object.entries(deskCalls)
  const isTyped = ([, { body, query }]: (typeof calls)[number]) =>
    [body, query].some(schema => textsIn(schema).some(one => v.is(one, TYPED)))
  expect(
    calls
      .filter(isTyped)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(Object.keys(typed).toSorted())
})

test('no entry has what a person typed freely; the desk and the export show it until it is erased', async () => {
  await typeEverywhere()
  expect(await everything()).not.toContain('สมหญิง')
  expect(await everything()).not.toContain('081-999')
  const kept = await texts()
  expect(kept.map(({ texts: one }) => Object.keys(JSON.parse(one)).join())).toEqual([
    'note',
    'note',
    'note',
    'reason',
    'reason',
    'name',
  ])
  expect(JSON.stringify(kept)).toContain(TYPED)
  const auditor = await (await testDesk(server)).join('auditor')
  expect(JSON.stringify((await auditor.call('audit')).body.entries)).toContain(TYPED)
  expect(await verified()).toBeNull()
})

test('leaving and retention erase the texts about the customer, and the chain of hashes stays whole', async () => {
  await typeEverywhere()
  const head = await auditHead(server.db)
  expect(
    (
      await server.call('cancel', {
        token: (await server.signIn(who.user)).token,
        key: newKey(),
        body: { confirm: true },
      })
    ).status,
  ).toBe(200)
  expect((await texts()).map(row => row.about)).toEqual([other.customerId, ''])
  expect([await verified(), (await auditHead(server.db)).hash]).toEqual([null, head.hash])
  const auditor = await (await testDesk(server)).join('auditor')
  expect(JSON.stringify((await auditor.call('audit')).body.entries)).toContain('erased')
  await setCampaign(server, { announced_at: server.clock.now() - 400 * DAY_MS })
  await runRetentionOnce(server.deps)
  expect([await texts(), await verified()]).toEqual([[], null])
  expect((await run('audit', 'verify')).code).toBe(0)
  expect(await rowsOf(server, 'desk_approval')).toEqual([])
})

test('a text that was changed is found', async () => {
  await typeEverywhere()
  const { seq } = await server.db
    .selectFrom('audit_text')
    .select('seq')
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  await update(server, 'audit_text', { texts: '{"reason":"another"}' }, { seq })
  expect(await verified()).toBe(seq)
  expect((await run('audit', 'verify')).code).toBe(1)
})

/** Adds entries in the format of earlier releases, and returns their numbers. */
async function oldEntries(): Promise<number[]> {
  const receipt = await receiptOf(who)
  const add = async (action: string, detail: Readonly<Record<string, unknown>>) =>
    (await appendAudit(server.db, { at: server.clock.now(), actor: 'old', action, detail })).seq
  return [
    await add('customer block', { customerId: who.customerId, reason: TYPED, ended: 1 }),
    await add('receipts reject', { receipts: [receipt], reason: 'OTHER', note: TYPED }),
    await add('receipts void', { receipts: [{ id: receipt, tickets: 2 }], note: TYPED }),
    await add('desk customer block', { customerId: other.customerId, reason: TYPED, ended: 1 }),
    await add('open', { from: 'auto', to: 'open' }),
  ]
}

test('texts in entries of earlier releases move to where they can be erased, and the chain stays whole', async () => {
  const [first = 0] = await oldEntries()
  const before = await server.db.selectFrom('audit').select(['seq', 'hash']).orderBy('seq').execute()
  await other.call('cancel', { key: newKey(), body: { confirm: true } })
  server.clock.advance(HOUR_MS)
  await runRetentionOnce(server.deps)
  await runRetentionOnce(server.deps)
  const rows = await server.db.selectFrom('audit').selectAll().orderBy('seq').execute()
  expect(rows.slice(0, before.length).map(({ seq, hash }) => ({ seq, hash }))).toEqual(before)
  expect(rows.filter(({ action }) => action === 'audit texts moved').length).toBe(1)
  expect(await everything()).not.toContain('สมหญิง')
  expect((await texts()).map(row => row.about)).toEqual([who.customerId, who.customerId, who.customerId])
  expect(await verified()).toBeNull()
  await who.call('cancel', { key: newKey(), body: { confirm: true } })
  expect([await texts(), await verified()]).toEqual([[], null])
  // Only the texts may be missing. Any other change is still detected.
  await update(server, 'audit', { actor: 'somebody else' }, { seq: first })
  expect(await verified()).toBe(first)
})

test('an entry of another kind cannot be rewritten by an entry that says so', async () => {
  const seq = (await oldEntries()).at(-1) ?? 0
  await update(server, 'audit', { detail: '{}' }, { seq })
  await runRetentionOnce(server.deps)
  expect(await verified()).toBe(seq)
})
