import type { CompiledQuery, Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { systemRandom } from '#server/random.ts'
import { heartbeat, nextForReviewer, skip } from '#server/review/assign.ts'
import { reviewCard } from '#server/review/card.ts'
import { decide } from '#server/review/decide.ts'
import { openDisagreements } from '#server/review/disagreements.ts'
import { errorRates } from '#server/review/error-rate.ts'
import { countAvailable, queuePage, reviewCounts } from '#server/review/queue.ts'
import { scorePending } from '#server/review/score-pending.ts'
import { openPostgres } from '#server/store/postgres.ts'
import type { Tables } from '#server/store/tables.ts'
import { fillCampaign, growing } from '#tests/kit/big-campaign.ts'
import { noProgress } from '#tests/kit/cli.ts'
import { fraudWorld } from '#tests/kit/fraud-world.ts'
import { addHonest } from '#tests/kit/honest-receipts.ts'
import { NOON } from '#tests/kit/noon.ts'
import { explain, recordQueries } from '#tests/kit/plans.ts'
import { openSeeded, testDialect } from '#tests/kit/seeded.ts'
import { addressOf } from '#tests/kit/seeded-postgres.ts'
import { storeAccounts, storeReceipts } from '#tests/kit/store-frauds.ts'

const tables = [
  ...growing,
  'review_lease',
  'review_skip',
  'review_open',
  'review_presence',
  'review_decision',
] as const
/** Scans of these partial indexes are allowed: each has only the rows that the query wants, in the right order. */
const WHOLE_INDEX = /^SCAN \w+ USING (COVERING )?INDEX (receipt_(queue|unscored)|review_decision_\w+)_idx/

let db: Kysely<Tables>
beforeAll(async () => {
  db = await openSeeded(NOON)
  if (testDialect === 'postgres') {
    const filling = openPostgres(addressOf(db), { max: 1, durable: false })
    await fillCampaign(filling, { customers: 3000, now: NOON }, noProgress)
    await filling.destroy()
    return
  }
  const stores = await db.selectFrom('store').select(['id', 'chain', 'province_id']).execute()
  const shops = stores.map(one => ({ id: one.id, chain: one.chain, province: one.province_id }))
  const world = fraudWorld(1, NOON, shops, [100_101, 100_102])
  addHonest(world, 800)
  await storeAccounts(db, world.accounts)
  await storeReceipts(db, world.receipts)
})
afterAll(() => db.destroy())

const random = systemRandom()
const who = { reviewer: 'a', actor: 'a', now: NOON, random }

/** Runs every query for which reviewers and the scoring wait. */
async function work(recorded: Kysely<Tables>): Promise<void> {
  await scorePending(recorded)
  const first = await nextForReviewer(recorded, who)
  if (!first) throw new Error('no receipt is pending')
  await heartbeat(recorded, who)
  await reviewCard(recorded, first.receiptId)
  await skip(recorded, { ...who, receiptId: first.receiptId })
  const second = await nextForReviewer(recorded, who)
  if (!second) throw new Error('no receipt is left')
  const { receiptId, version } = second
  const decision = { kind: 'rejected', reason: 'BLURRY', note: null } as const
  await decide(recorded, { ...who, receiptId, version, decision })
  await nextForReviewer(recorded, { ...who, reviewer: 'b', now: NOON + HOUR_MS })
  await reviewCounts(recorded, who)
  await countAvailable(recorded, who)
  const page = await queuePage(recorded, { now: NOON, limit: 2 })
  const after = page.map(row => ({ risk: row.risk, createdAt: row.createdAt, id: row.receiptId })).at(-1)
  await queuePage(recorded, { now: NOON, limit: 50, ...(after ? { after } : {}) })
  await openDisagreements(recorded, 50)
  await errorRates(recorded)
}

test('no query of the review scans a growing table or sorts the queue', async () => {
  const recorder = recordQueries(db)
  await work(recorder.db)
  const queries = recorder.take()
  const dialect = testDialect
  // PostgreSQL prefers to scan tables that have few rows in this test.
  const checked = dialect === 'postgres' ? tables.filter(name => !name.startsWith('review_')) : tables
  const bad: string[] = []
  for (const query of queries.filter(one => !/^insert/.test(one.sql))) {
    const plan = await explain({ db, dialect }, query, checked)
    const scanned = plan.steps.filter(step => /^SCAN (receipt|customer|image|review)/.test(step))
    // An index may be searched by status alone only if the query sorts by the queue or the time, or counts rows.
    const byStatus = plan.steps.some(step => /receipt_\w+_idx \(status=\?\)/.test(step))
    if (byStatus && !/order by|count\(/.test(query.sql)) bad.push(`${query.sql} ${plan.steps}`)
    if (dialect === 'postgres' ? plan.scanned.length > 0 : scanned.some(step => !WHOLE_INDEX.test(step)))
      bad.push(`${query.sql} ${plan.scanned} ${scanned}`)
  }
  expect(queries.length).toBeGreaterThan(60)
  expect(bad).toEqual([])
})

const queueQueries = (queries: readonly CompiledQuery[]) =>
  queries.filter(one => /order by "receipt"\."risk" desc/.test(one.sql))

test.runIf(testDialect === 'sqlite')('scoring reads only the receipts that are not scored', async () => {
  const recorder = recordQueries(db)
  await scorePending(recorder.db, () => true)
  const [query] = recorder.take()
  if (!query) throw new Error('no query')
  const { steps } = await explain({ db, dialect: 'sqlite' }, query, tables)
  expect(steps).toEqual(['SEARCH receipt USING INDEX receipt_unscored_idx (status=?)'])
})

test.runIf(testDialect === 'sqlite')('the queue is one scan of its index, in its order', async () => {
  const recorder = recordQueries(db)
  await nextForReviewer(recorder.db, { ...who, reviewer: 'c' })
  const after = { risk: 5, createdAt: NOON, id: 'x' }
  await queuePage(recorder.db, { now: NOON, limit: 50, after })
  const queries = queueQueries(recorder.take())
  expect(queries).toHaveLength(2)
  for (const query of queries) {
    const { steps } = await explain({ db, dialect: 'sqlite' }, query, tables)
    expect(steps[0]).toMatch(/^SEARCH receipt USING (COVERING )?INDEX receipt_queue_idx/)
    expect(steps.filter(step => /TEMP B-TREE/.test(step))).toEqual([])
  }
})
