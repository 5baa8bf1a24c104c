import { expect, test } from 'vitest'
import { nextForReviewer, skip } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { sendReceipt, setCampaign, uploadPhoto } from '#tests/kit/activity.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'
import { testServer } from '#tests/kit/server.ts'

const REVIEWERS = 20
const RECEIPTS = 120

test('20 reviewers at once decide each receipt exactly once, on PostgreSQL through two servers', async () => {
  const server = await testServer()
  await setCampaign(server, { second_look_percent: 0, max_receipts_per_day: RECEIPTS })
  const customer = await server.signIn()
  const images = [await uploadPhoto(server, customer)]
  for (let sent = 0; sent < RECEIPTS; sent += 1) await sendReceipt(server, customer, { amount: 100, images })
  const other = testDialect === 'postgres' ? openPostgres(addressOf(server.db), { durable: false }) : null
  const assigned = new Map<string, string[]>()
  const decidedBy = new Map<string, number>()

  async function review(n: number): Promise<void> {
    const db = n % 2 === 0 ? (other ?? server.db) : server.db
    const reviewer = `reviewer ${n}`
    for (let turn = 0; ; turn += 1) {
      const now = server.clock.now()
      const claim = await nextForReviewer(db, { reviewer, now })
      if (!claim) return
      const { receiptId, version } = claim
      assigned.set(receiptId, [...(assigned.get(receiptId) ?? []), reviewer])
      if (turn === 0 && n < 5) {
        await skip(db, { reviewer, now, receiptId })
        continue
      }
      const { random } = server.deps
      const decision = { kind: 'approved' } as const
      await decide(db, { reviewer, actor: reviewer, now, receiptId, version, decision, random })
      decidedBy.set(reviewer, (decidedBy.get(reviewer) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: REVIEWERS }, (_, n) => review(n)))

  const count = async (table: 'review_decision' | 'ticket' | 'audit' | 'review_lease') =>
    (await server.db.selectFrom(table).selectAll().execute()).length
  expect([await count('review_decision'), await count('audit'), await count('ticket')]).toEqual([
    RECEIPTS,
    RECEIPTS,
    RECEIPTS,
  ])
  expect([...decidedBy.values()].reduce((sum, one) => sum + one)).toBe(RECEIPTS)
  // A skipped receipt is assigned a second time, to another reviewer. No other one is.
  const twice = [...assigned.values()].filter(reviewers => reviewers.length > 1)
  expect(twice.length).toBeLessThanOrEqual(5)
  expect(twice.filter(reviewers => new Set(reviewers).size < reviewers.length)).toEqual([])
  expect(await count('review_lease')).toBe(0)
  await other?.destroy()
  await server.close()
})
