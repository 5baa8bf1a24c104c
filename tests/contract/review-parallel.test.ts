import { expect, test } from 'vitest'
import { nextForReviewer, OPEN_LIMIT, skip } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import { PRESENT_MS } from '#server/review/presence.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

const REVIEWERS = 20
const RECEIPTS = 120

const server = eachTest(testServer)

test('20 reviewers at once decide each receipt exactly once, on PostgreSQL through two servers', async () => {
  await setCampaign(server, { second_look_percent: 0, max_receipts_per_day: RECEIPTS })
  const customer = await server.signIn()
  const images = [await uploadPhoto(server, customer)]
  for (let sent = 0; sent < RECEIPTS; sent += 1) await sendReceipt(server, customer, { amount: 100, images })
  const other = testDialect === 'postgres' ? openPostgres(addressOf(server.db), { durable: false }) : null
  const assigned = new Map<string, string[]>()
  const decidedBy = new Map<string, number>()

  const skipped = new Set<number>()
  async function review(n: number): Promise<void> {
    const db = n % 2 === 0 ? (other ?? server.db) : server.db
    const reviewer = `reviewer ${n}`
    for (;;) {
      const now = server.clock.now()
      const { random } = server.deps
      const who = { reviewer, actor: reviewer, now, random }
      const claim = await nextForReviewer(db, who)
      if (!claim) return
      const { receiptId, version } = claim
      assigned.set(receiptId, [...(assigned.get(receiptId) ?? []), reviewer])
      if (n < 5 && !skipped.has(n)) {
        skipped.add(n)
        await skip(db, { ...who, receiptId })
        continue
      }
      const decision = { kind: 'approved' } as const
      await decide(db, { ...who, receiptId, version, decision })
      decidedBy.set(reviewer, (decidedBy.get(reviewer) ?? 0) + 1)
    }
  }
  const pending = () => server.db.selectFrom('receipt').select('id').where('status', '=', 'pending').execute()
  // A reviewer stops when no receipt is left for them. Receipts drawn for such a reviewer are drawn again later.
  for (let round = 0; round < 50 && (await pending()).length > 0; round += 1) {
    await Promise.all(Array.from({ length: REVIEWERS }, (_, n) => review(n)))
    server.clock.advance(PRESENT_MS)
  }

  const count = async (table: 'review_decision' | 'ticket' | 'review_lease') =>
    (await server.db.selectFrom(table).selectAll().execute()).length
  const actions = await server.db.selectFrom('audit').select('action').execute()
  const approvals = actions.filter(({ action }) => action === 'receipts approve').length
  expect([await count('review_decision'), approvals, await count('ticket')]).toEqual([
    RECEIPTS,
    RECEIPTS,
    RECEIPTS,
  ])
  expect([...decidedBy.values()].reduce((sum, one) => sum + one)).toBe(RECEIPTS)
  // Only skipped receipts are assigned a second time, each to another reviewer.
  const twice = [...assigned.values()].filter(reviewers => reviewers.length > 1)
  expect(twice.length).toBeLessThanOrEqual(5)
  expect(twice.filter(reviewers => new Set(reviewers).size < reviewers.length)).toEqual([])
  expect(await count('review_lease')).toBe(0)
  await other?.destroy()
})

test('two tabs of one reviewer at once get different receipts, and together no more than one tab', async () => {
  await setCampaign(server, { max_receipts_per_day: RECEIPTS })
  const customer = await server.signIn()
  const images = [await uploadPhoto(server, customer)]
  for (let sent = 0; sent < 2 * OPEN_LIMIT; sent += 1)
    await sendReceipt(server, customer, { amount: 100, images })
  const other = testDialect === 'postgres' ? openPostgres(addressOf(server.db), { durable: false }) : null
  const ask = (n: number) =>
    nextForReviewer(n % 2 === 0 ? (other ?? server.db) : server.db, {
      reviewer: 'one',
      session: `tab ${n}`,
      actor: 'one',
      now: server.clock.now(),
      random: server.deps.random,
    })
  const answers = await Promise.allSettled(Array.from({ length: 2 * OPEN_LIMIT }, (_, n) => ask(n)))
  const assigned = answers.flatMap(one => (one.status === 'fulfilled' ? (one.value?.receiptId ?? []) : []))
  expect([assigned.length, new Set(assigned).size]).toEqual([OPEN_LIMIT, OPEN_LIMIT])
  const refused = answers.filter(one => one.status === 'rejected').map(one => one.reason)
  expect(refused.map(one => one.code)).toEqual(Array.from({ length: OPEN_LIMIT }, () => 'OPEN_LIMIT'))
  await other?.destroy()
})

test('of two reviewers who ask for one receipt at the same moment, the one who was drawn gets it', async () => {
  const customer = await server.signIn()
  const other = testDialect === 'postgres' ? openPostgres(addressOf(server.db), { durable: false }) : null
  const drawn: string[] = []
  for (let round = 0; round < 30; round += 1) {
    server.clock.advance(PRESENT_MS)
    const { id } = (await sendReceipt(server, customer, { amount: 100 + round })).body
    const ask = (reviewer: string, db = server.db) =>
      nextForReviewer(db, { reviewer, actor: reviewer, now: server.clock.now(), random: server.deps.random })
    await setCampaign(server, { max_receipts_per_day: RECEIPTS })
    const claims = await Promise.all([ask('a'), ask('b', other ?? server.db)])
    const again = claims.every(claim => claim === null) ? [await ask('a'), await ask('b')] : claims
    expect(again.filter(claim => claim !== null)).toMatchObject([{ receiptId: id }])
    drawn.push(again[0] ? 'a' : 'b')
    await server.db.deleteFrom('review_lease').execute()
    await server.db.deleteFrom('review_open').execute()
    await update(server, 'receipt', { status: 'void' }, { id })
  }
  expect(drawn).toHaveLength(30)
  await other?.destroy()
})
