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

/** Default percentage of decisions that are checked by a second reviewer. */
export const SECOND_LOOK_PERCENT = 5
/** By default, decisions from this amount in baht are always checked by a second reviewer. */
export const SECOND_LOOK_BAHT = 5000
/** How long the first reviewer can undo a decision before a second reviewer sees it, in milliseconds. */
export const SECOND_LOOK_AFTER_MS = 10 * MINUTE_MS
const CANDIDATES = 20

type Rules = Pick<Campaign, 'second_look_percent' | 'second_look_baht'>
type SampledBy = Tables['review_decision']['sampled_by']

/** Call only when the decision is saved, so that nobody can know the result in advance. */
export const isDrawn = (random: Random, percent: number | null): boolean =>
  secretNumber(random) * 100 < (percent ?? SECOND_LOOK_PERCENT)

/**
 * Returns why a second reviewer will check a decision, or null. A decision that replaces an undone one keeps the
 * earlier draw; otherwise reviewers could repeat a decision until it is not drawn.
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
 * Assigns the oldest sampled decision of another reviewer, or returns null. Removes receipts from the sample if they
 * have changed or their customer has left. Accounts in `atWork` that may belong to the first reviewer are excluded.
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
