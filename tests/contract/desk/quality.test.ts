import { expect, test } from 'vitest'
import { riskCodes } from '#contract/desk/quality.ts'
import type { DeskQuery } from '#contract/desk-calls.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { MIN_CHECKED } from '#server/review/error-rate.ts'
import type { RiskReason } from '#server/review/reasons.ts'
import { SECOND_LOOK_AFTER_MS } from '#server/review/second-look.ts'
import { sendReceipt, setCampaign } from '#tests/kit/activity.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { eachTest, insert, rowOf, testServer, update } from '#tests/kit/server.ts'

type Joined = Awaited<ReturnType<typeof desk.join>>

const server = eachTest(testServer)
const desk = eachTest(() => testDesk(server))
const who = eachTest(() => server.signIn())
const mali = eachTest(() => desk.join('manager', 'Mali'))

const newTab = () => uuidv7(server.clock.now(), server.deps.random.bytes(16))

/** Takes the next receipt, decides on it, and returns its id. */
async function decide(person: Joined, kind: 'approved' | 'rejected'): Promise<string> {
  const tab = newTab()
  const { item } = (await person.call('reviewNext', { body: { tab, holding: [] } })).body
  if (!item) throw new Error('no receipt is left')
  const { receiptId, version } = item
  const decision =
    kind === 'approved' ? ({ kind } as const) : ({ kind, reason: 'BLURRY', note: 'ถ่ายใหม่ให้ชัดกว่านี้' } as const)
  await person.call('reviewDecide', { body: { tab, receiptId, version, decision } })
  return receiptId
}

const checks = async (person: Joined) => (await person.call('reviewChecks')).body
const queue = async (query: DeskQuery<'reviewQueue'> = {}) => (await mali.call('reviewQueue', { query })).body

async function disagree() {
  await setCampaign(server, { second_look_percent: 100 })
  const fon = await desk.join('reviewer', 'Fon')
  const nok = await desk.join('reviewer', 'Nok')
  await sendReceipt(server, who)
  const receiptId = await decide(fon, 'approved')
  server.clock.advance(SECOND_LOOK_AFTER_MS)
  await decide(nok, 'rejected')
  return { fon, nok, receiptId }
}

test('a disagreement shows both decisions with their people, and is settled once', async () => {
  const { receiptId, fon } = await disagree()
  const [open] = (await checks(mali)).disagreements
  expect(open).toMatchObject({
    receiptId,
    customerId: who.customerId,
    settle: 'may',
    first: { name: 'Fon', decision: 'approved', reason: null },
    second: { name: 'Nok', decision: 'rejected', reason: 'BLURRY', note: 'ถ่ายใหม่ให้ชัดกว่านี้' },
  })
  const body = { receiptId, version: open?.version ?? 0, right: 'second', note: 'เลขที่อ่านไม่ออกจริง' } as const
  for (const role of ['reviewer', 'support', 'auditor'] as const)
    expect((await (await desk.join(role)).call('reviewSettle', { body })).error.error).toBe('FORBIDDEN')
  expect((await mali.call('reviewSettle', { body })).status).toBe(200)
  expect((await mali.call('reviewSettle', { body })).error.error).toBe('CHANGED')
  const stored = await server.db.selectFrom('review_decision').select('resolution_note').executeTakeFirst()
  expect(stored?.resolution_note).toBe(body.note)
  expect((await checks(mali)).disagreements).toEqual([])
  const { actions } = (await mali.call('customer', { params: { id: who.customerId } })).body
  expect(actions.map(({ action }) => action)).toContain('receipts settle')
  expect((await fon.call('reviewChecks')).error.error).toBe('FORBIDDEN')
})

test('a manager who made one of the two decisions cannot settle the disagreement', async () => {
  await setCampaign(server, { second_look_percent: 100 })
  const fon = await desk.join('reviewer', 'Fon')
  await sendReceipt(server, who)
  const receiptId = await decide(mali, 'approved')
  server.clock.advance(SECOND_LOOK_AFTER_MS)
  await decide(fon, 'rejected')
  const [open] = (await checks(mali)).disagreements
  expect(open?.settle).toBe('own')
  const body = { receiptId, version: open?.version ?? 0, right: 'first', note: null } as const
  expect((await mali.call('reviewSettle', { body })).error).toMatchObject({
    error: 'REFUSED',
    detail: 'OWN_DECISION',
  })
  const thana = await desk.join('manager', 'Thana')
  expect((await checks(thana)).disagreements[0]?.settle).toBe('may')
  expect((await thana.call('reviewSettle', { body })).status).toBe(200)
})

test('a rate is shown only if enough decisions were checked, with its interval', async () => {
  const row = {
    receipt_version: 2,
    customer_id: who.customerId,
    decision: 'approved',
    decided_at: 1,
    in_sample: 1,
    second_reviewer: 'cli:ann',
    second_at: 2,
  } as const
  const add = (reviewer: string, outcome: 'agreed' | 'disagreed', count: number) =>
    insert(
      server,
      'review_decision',
      Array.from({ length: count }, () => ({
        ...row,
        receipt_id: newTab(),
        reviewer,
        outcome,
        second_decision: outcome === 'agreed' ? ('approved' as const) : ('rejected' as const),
      })),
    )
  await add(mali.personId, 'agreed', MIN_CHECKED - 1)
  await add('cli:bob', 'agreed', MIN_CHECKED - 3)
  await add('cli:bob', 'disagreed', 3)
  const { rates, least } = await checks(mali)
  expect(least).toBe(MIN_CHECKED)
  const of = (name: string | null) => rates.find(rate => rate.name === name)
  expect(of('Mali')).toEqual({ name: 'Mali', checked: MIN_CHECKED - 1, errors: 0, rate: null })
  expect(of('bob')).toMatchObject({ checked: MIN_CHECKED, errors: 3, rate: { value: 3 / MIN_CHECKED } })
  expect(of('bob')?.rate?.low).toBeLessThan(3 / MIN_CHECKED)
  expect(of('bob')?.rate?.high).toBeGreaterThan(3 / MIN_CHECKED)
  expect(of(null)?.checked).toBe(2 * MIN_CHECKED - 1)
})

test('the queue shows who has a receipt and why it is suspicious, and can be filtered', async () => {
  const fon = await desk.join('reviewer', 'Fon')
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await sendReceipt(server, who)).body.id)
  const [held = '', photo = '', plain = ''] = ids
  const set = (id: string, risk: number, risk_codes: string | null) =>
    update(server, 'receipt', { risk, risk_codes }, { id })
  await set(held, 900, 'same-number,same-photo')
  await set(photo, 500, 'same-photo')
  await set(plain, 0, null)
  await fon.call('reviewNext', { body: { tab: newTab(), holding: [] } })
  const all = (await queue()).receipts
  expect(all.map(({ receiptId, holder, reasons }) => [receiptId, holder, reasons])).toEqual([
    [held, 'Fon', ['same-number', 'same-photo']],
    [photo, null, ['same-photo']],
    [plain, null, []],
  ])
  const idsOf = async (query: Parameters<typeof queue>[0]) =>
    (await queue(query)).receipts.map(({ receiptId }) => receiptId)
  expect(await idsOf({ reason: 'same-photo' })).toEqual([held, photo])
  expect(await idsOf({ reason: 'same-number' })).toEqual([held])
  expect(await idsOf({ reason: 'phone-block' })).toEqual([])
  expect(await idsOf({ held: 'yes' })).toEqual([held])
  expect(await idsOf({ held: 'no', reason: 'same-photo' })).toEqual([photo])
  expect((await fon.call('reviewQueue')).error.error).toBe('FORBIDDEN')
  expect((await (await desk.join('auditor')).call('reviewQueue')).status).toBe(200)
})

test('the queue comes in pages, and every receipt is on one of them', async () => {
  const { id } = (await sendReceipt(server, who)).body
  const row = await rowOf(server, 'receipt', { id })
  const copies = Array.from({ length: 120 }, (_, n) => ({
    ...row,
    id: newTab(),
    receipt_no: `N${n}`,
    risk: (n % 4) * 100,
    created_at: row.created_at + (n % 7),
  }))
  await insert(server, 'receipt', copies)
  const seen: string[] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page = await queue(next === undefined ? {} : { after: next })
    seen.push(...page.receipts.map(({ receiptId }) => receiptId))
    next = page.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([121, 121])
})

test('every code of a reason can be filtered and has a text', () => {
  const codes: readonly RiskReason['code'][] = riskCodes
  const all: Readonly<Record<RiskReason['code'], true>> = {
    'same-number': true,
    'same-photo': true,
    'similar-photo': true,
    'same-amount': true,
    'next-number': true,
    'store-moved': true,
    'shared-address': true,
    'phone-block': true,
    'customer-rate': true,
    'store-rate': true,
    'rejected-before': true,
  }
  expect(codes.toSorted()).toEqual(Object.keys(all).toSorted())
})
