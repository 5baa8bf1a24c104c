import { afterAll, expect, test } from 'vitest'
import { nextForReviewer } from '#server/review/assign.ts'
import { decide } from '#server/review/decide.ts'
import { SECOND_LOOK_AFTER_MS, SECOND_LOOK_BAHT, SECOND_LOOK_PERCENT } from '#server/review/second-look.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { helpingWorld } from '#tests/kit/helping-reviewer.ts'
import { rowOf, rowsOf, update } from '#tests/kit/rows.ts'

const HONEST = 3
const FRIENDS = [SECOND_LOOK_BAHT, SECOND_LOOK_BAHT + 1000, 300]
const SEEDS = inCircle({ push: 10, merge: 20, nightly: 200 })

const world = eachFile(() => helpingWorld({ friends: FRIENDS, others: 12, honest: HONEST }))
afterAll(() => world.server.close())

/** Returns the decisions on one receipt that were not undone. */
const decisionsOn = (receiptId: string) =>
  rowsOf(world.server, 'review_decision', { receipt_id: receiptId, undone_at: null })

/** Lets the honest reviewers do all second looks that are due. */
async function lookAgain(): Promise<void> {
  const { server } = world
  server.clock.advance(SECOND_LOOK_AFTER_MS)
  for (let idle = 0; idle < 2; idle += 1)
    for (let n = 0; n < HONEST; n += 1) {
      const reviewer = `honest ${n}`
      for (;;) {
        const who = { reviewer, actor: reviewer, now: server.clock.now(), random: server.deps.random }
        const claim = await nextForReviewer(server.db, who)
        if (!claim) break
        const decision = { kind: 'rejected', reason: 'FRAUD', note: null } as const
        await decide(server.db, { ...who, ...claim, decision })
      }
    }
}

test('a reviewer who helps three friends gets their receipts no more often than chance, and high amounts are always checked', {
  timeout: 900_000,
}, async () => {
  const { server, helper } = world
  let [reached, high, checked] = [0, 0, 0]
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const round = await world.round(seed)
    reached += round.reached.length
    await lookAgain()
    for (const id of round.reached) {
      const [decision] = await decisionsOn(id)
      expect(decision).toMatchObject({ reviewer: helper.personId, decision: 'approved' })
      const { amount_satang: satang } = await rowOf(server, 'receipt', { id })
      if (satang < SECOND_LOOK_BAHT * 100) continue
      high += 1
      const by = decision?.second_reviewer ?? helper.personId
      if (decision?.outcome === 'disagreed' && by !== helper.personId) checked += 1
    }
  }
  const trials = SEEDS * FRIENDS.length
  const chance = 1 / (HONEST + 1)
  const deviation = Math.sqrt((chance * (1 - chance)) / trials)
  expect(reached / trials).toBeLessThan(chance + 3.5 * deviation)
  // The helper must get her share of the receipts, or the test would prove nothing.
  expect(reached / trials).toBeGreaterThan(chance / 3)
  expect([high > 0, checked]).toEqual([true, high])
})

test('a bad approval below the amount is drawn with the sample’s probability, and another reviewer gets it', {
  timeout: 900_000,
}, async () => {
  const { server, helper } = world
  const { db, clock, deps } = server
  const count = inCircle({ push: 200, merge: 400, nightly: 2000 })
  let sampled = 0
  const { id } = await db.selectFrom('receipt').select('id').limit(1).executeTakeFirstOrThrow()
  await db.deleteFrom('receipt').where('id', '<>', id).execute()
  for (let n = 0; n < count; n += 1) {
    for (const table of ['review_decision', 'review_lease', 'review_open'] as const)
      await db.deleteFrom(table as 'review_lease').execute()
    await update({ db }, 'receipt', { status: 'pending', amount_satang: 90_000 })
    // No other reviewer is at work after this time, so the helper gets the receipt.
    clock.advance(SECOND_LOOK_AFTER_MS)
    const at = { reviewer: helper.personId, actor: 'Helper', now: clock.now(), random: deps.random }
    const claim = await nextForReviewer(db, at)
    if (!claim) throw new Error('no receipt')
    await decide(db, { ...at, ...claim, decision: { kind: 'rejected', reason: 'BLURRY', note: null } })
    clock.advance(SECOND_LOOK_AFTER_MS)
    const own = await nextForReviewer(db, { ...at, now: clock.now() })
    expect(own).toBeNull()
    clock.advance(SECOND_LOOK_AFTER_MS)
    const second = await nextForReviewer(db, { ...at, reviewer: 'honest 0', now: clock.now() })
    if (second?.look === 'second') sampled += 1
  }
  const share = SECOND_LOOK_PERCENT / 100
  expect(Math.abs(sampled / count - share)).toBeLessThan(3.5 * Math.sqrt((share * (1 - share)) / count))
})
