import { MINUTE_MS } from '#contract/time.ts'
import type { Campaign } from '#server/campaign/clock.ts'
import type { ReceiptRow } from '#server/campaign/receipts/read.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { readOnePerson } from '#server/desk-accounts.ts'
import type { Random } from '#server/random.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { offer, skippersOf } from './claim.ts'
import { secretNumber } from './presence.ts'
import type { Asking, Claim } from './types.ts'

/** Share of decisions that a second reviewer checks if the campaign does not say, in percent. */
export const SECOND_LOOK_PERCENT = 5
/** Amount in baht from which a second reviewer checks every decision if the campaign does not say. */
export const SECOND_LOOK_BAHT = 5000
/** Time in which the first reviewer can undo a decision before a second one sees it, in milliseconds. */
export const SECOND_LOOK_AFTER_MS = 10 * MINUTE_MS
const CANDIDATES = 20

type Rules = Pick<Campaign, 'second_look_percent' | 'second_look_baht'>
type SampledBy = Tables['review_decision']['sampled_by']

/** Draws whether a second reviewer checks a decision. Nobody can know it before the decision is stored. */
export const isDrawn = (random: Random, percent: number | null): boolean =>
  secretNumber(random) * 100 < (percent ?? SECOND_LOOK_PERCENT)

/**
 * Returns why a second reviewer is to check the decision that is being made on a receipt; null if none is. A decision that
 * replaces one that was taken back keeps its draw, so that nobody can repeat a decision until it is not drawn.
 */
export async function sampleOf(
  db: Db,
  row: Pick<ReceiptRow, 'id' | 'amount_satang'>,
  { second_look_percent: percent, second_look_baht: baht }: Rules,
  random: Random,
): Promise<SampledBy> {
  const last = await db
    .selectFrom('review_decision')
    .select(['undone_at', 'in_sample', 'sampled_by'])
    .where('receipt_id', '=', row.id)
    .orderBy('receipt_version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const wasDrawn =
    last === undefined || last.undone_at === null
      ? isDrawn(random, percent)
      : last.in_sample === 1 && last.sampled_by !== 'amount'
  if (wasDrawn) return 'draw'
  return row.amount_satang >= (baht ?? SECOND_LOOK_BAHT) * SATANG ? 'amount' : null
}

/**
 * Assigns the oldest decision in the sample that another reviewer made and that nobody has. Returns null if there is none, or if
 * others were drawn for all of them. Receipts that have changed since, and those of customers who have left, are removed from
 * the sample, because they can no longer be judged. `atWork`: the reviewers among whom each second look is drawn, without those
 * who may be one person with the first reviewer.
 */
export async function nextSecondLook(db: Db, who: Asking, atWork: readonly string[]): Promise<Claim | null> {
  const onePerson = await readOnePerson(db)
  const rows = await dueFor(db, who, onePerson(who.reviewer))
  const skippers = await skippersOf(
    db,
    rows.map(row => row.id),
    { atWork, now: who.now },
  )
  for (const row of rows) {
    if (row.version !== row.receipt_version || row.customer === 'cancelled') {
      await markObsolete(db, row.id, row.receipt_version)
      continue
    }
    const first = onePerson(row.first_reviewer)
    const among = atWork.filter(reviewer => !first.has(reviewer) && !skippers.get(row.id)?.has(reviewer))
    const claimed = await offer(db, { receiptId: row.id, look: 'second' }, { who, among })
    if (claimed) return claimed
  }
  return null
}

/** Returns the decisions of others that wait for a second look, that nobody has, and that this reviewer has not skipped. */
const dueFor = (db: Db, { reviewer, now }: Asking, onePerson: ReadonlySet<string>) =>
  db
    .selectFrom('review_decision as decision')
    .innerJoin('receipt', 'receipt.id', 'decision.receipt_id')
    .innerJoin('customer', 'customer.id', 'decision.customer_id')
    .select(['receipt.id', 'receipt.version', 'decision.receipt_version'])
    .select(['decision.reviewer as first_reviewer', 'customer.status as customer'])
    .where('decision.in_sample', '=', eb => eb.lit(1))
    .where('decision.outcome', 'is', null)
    .where('decision.decided_at', '<=', now - SECOND_LOOK_AFTER_MS)
    .where('decision.reviewer', 'not in', [...onePerson])
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_skip')
            .select('review_skip.receipt_id')
            .whereRef('review_skip.receipt_id', '=', 'decision.receipt_id')
            .where('review_skip.reviewer', '=', reviewer)
            .where('review_skip.skipped_until', '>', now),
        ),
      ),
    )
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_lease')
            .select('review_lease.receipt_id')
            .whereRef('review_lease.receipt_id', '=', 'decision.receipt_id')
            .where('review_lease.look', '=', 'second')
            .where('review_lease.expires_at', '>', now),
        ),
      ),
    )
    .orderBy('decision.decided_at')
    .limit(CANDIDATES)
    .execute()

async function markObsolete(db: Db, receiptId: string, version: number): Promise<void> {
  await db
    .updateTable('review_decision')
    .set({ outcome: 'obsolete' })
    .where('receipt_id', '=', receiptId)
    .where('receipt_version', '=', version)
    .where('outcome', 'is', null)
    .execute()
}
